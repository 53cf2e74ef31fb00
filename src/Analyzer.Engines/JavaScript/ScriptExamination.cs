using System.Collections.Frozen;
using Acornima;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Invoking;
using Analyzer.Engines.JavaScript.Parsing;
using Analyzer.Engines.JavaScript.Text;
using Analyzer.Engines.JavaScript.Values;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.JavaScript;

/// <summary>
/// Finds out what a script does by its syntax tree: what it calls, by names that stand there or can be computed, and what it runs that it
/// carries as text. What leads to the script is for others to weigh.
/// </summary>
/// <remarks>
/// Nothing is run. What depends on how the script runs is unknown, and a call of what is unknown counts as <see
/// cref="ScriptEffect.Other"/>.
/// A text that cannot be parsed is looked at as text (<see cref="TextExamination"/>), and has <see cref="ScriptEffect.Unparsed"/>.
/// </remarks>
internal sealed class ScriptExamination
{
    /// <summary>Texts that a script runs, and these, and so on.</summary>
    private const int MaxDepth = 4;

    /// <summary>Bulk: so many calls that make text of numbers, or so many numbers in one.</summary>
    private const int BulkCalls = 8;
    private const int BulkNumbers = 40;

    /// <summary>A decoded text this short that can be read hides nothing.</summary>
    private const int ShortText = 200;

    /// <summary>A text that is doubled until it is so long fills memory.</summary>
    private const double SprayLength = 10_000;

    // Each runs the text that is its argument at this place; of Function it is the last one.
    private static readonly FrozenDictionary<string, int> Runners = new Dictionary<string, int>(StringComparer.Ordinal)
    {
        ["eval"] = 0,
        ["execScript"] = 0,
        ["setTimeOut"] = 0,
        ["setTimeout"] = 0,
        ["setInterval"] = 0,
        ["Function"] = -1,
        ["constructor"] = -1,
        ["addScript"] = 1,
        ["setAction"] = 1,
        ["setPageAction"] = 2,
    }.ToFrozenDictionary(StringComparer.Ordinal);

    private static readonly FrozenSet<string> Decoders = FrozenSet.Create(
        StringComparer.Ordinal, "unescape", "decodeURIComponent", "decodeURI", "fromCharCode", "fromCodePoint", "atob", "stringFromStream");

    private readonly ScriptHost _host;
    private readonly ScriptBudget _budget;
    private readonly ScriptFindings _findings;
    private readonly List<ScriptScope> _scopes = [];
    private readonly int _depth;
    private readonly Bindings _bindings = new();
    private readonly OwnTables _tables = new();
    private readonly FoldBudget _foldBudget = new();
    private readonly ConstantFolder _folder;
    private readonly List<(ScriptScope Scope, int Place)> _runsComputed = [];
    private int _decodes = -1;
    private int _codes;
    private (ScriptScope Scope, int Place)? _program;
    private bool _clicks;
    private bool _makesFiles;
    private CodePart _part;

    private ScriptExamination(ScriptHost host, ScriptBudget budget, ScriptFindings findings, int depth)
    {
        (_host, _budget, _findings, _depth) = (host, budget, findings, depth);
        _folder = new(_bindings, _foldBudget);
    }

    private bool IsDocument => _host is ScriptHost.Document or ScriptHost.Form;

    private ScriptScope Scope => _scopes[_part.Function];

    /// <summary>Examines a script.</summary>
    /// <param name="budget">That of the file that it is in.</param>
    public static ScriptFindings Examine(ReadOnlySpan<char> text, ScriptHost host, ScriptBudget budget)
    {
        var findings = new ScriptFindings();
        var script = text.Trim("\uFEFF\0 \t\r\n");
        if (script.IsEmpty)
        {
            return findings;
        }

        if (host is ScriptHost.FormCalc or ScriptHost.AnyForm)
        {
            FormCalcExamination.Examine(text, findings.Run);
        }

        if (host != ScriptHost.FormCalc)
        {
            if (ScriptParser.Parse(script.ToString(), budget) is { } program)
            {
                new ScriptExamination(host == ScriptHost.AnyForm ? ScriptHost.Form : host, budget, findings, 0).Walk(program);
            }
            else if (host != ScriptHost.AnyForm && !TextMarks.IsXml(script))
            {
                TextExamination.Examine(text, findings.Run.Places);
                findings.Run.AddCall(null);
            }
        }

        if (TextExamination.IsUnreadable(text))
        {
            findings.Run.Mark(ScriptEffect.Unreadable, 0);
        }

        return findings.Complete();
    }

    private void Walk(Program program)
    {
        var functions = new List<string>();
        var parts = SyntaxTree.Flatten(program, functions);
        _bindings.Functions.UnionWith(functions);
        _scopes.AddRange(functions.Select(static name => new ScriptScope(name)));
        foreach (var part in parts)
        {
            _bindings.Note(part.Node);
            _tables.Note(part.Node, part.Parent);
        }

        foreach (var part in parts)
        {
            _part = part;
            Look(part.Node);
        }

        if (_foldBudget.IsExceeded)
        {
            _scopes[0].Mark(ScriptEffect.Other, 0);
        }

        SettleComputed();
        foreach (var scope in _scopes)
        {
            Settle(scope);
        }

        FollowCalls();
    }

    // A text that is known is still hidden from who reads the script, when it was decoded: no form has a use for that.
    private void SettleComputed()
    {
        if (_decodes < 0 || !IsDocument)
        {
            return;
        }

        foreach (var (scope, place) in _runsComputed)
        {
            scope.Mark(ScriptEffect.DecodesAndRuns, place);
            scope.Mark(ScriptEffect.Decodes, _decodes);
        }
    }

    // What only the whole script tells.
    private void Settle(ScriptScope scope)
    {
        if (scope[ScriptEffect.DecodesAndRuns] is >= 0 and var place && _decodes < 0)
        {
            scope.Places[(int)ScriptEffect.DecodesAndRuns] = -1;
            scope.Mark(ScriptEffect.Other, place);
        }

        if (!_makesFiles)
        {
            scope.Places[(int)ScriptEffect.Smuggles] = -1;
        }

        if (_clicks && _program is (var owner, var where) && owner == scope)
        {
            scope.Mark(ScriptEffect.LoadsProgram, where);
        }
    }

    // What runs is the script itself, and the functions that it calls, and so on.
    private void FollowCalls()
    {
        var (waits, open) = (new List<ScriptScope>(_scopes.Skip(1)), new Queue<ScriptScope>([_scopes[0]]));
        while (open.TryDequeue(out var scope))
        {
            _findings.Run.Add(scope);
            waits.RemoveAll(function =>
            {
                var isCalled = scope.CallsAnything || scope.Calls.Contains(function.Name);
                if (isCalled)
                {
                    open.Enqueue(function);
                }

                return isCalled;
            });
        }

        _findings.Functions.AddRange(
            waits.Where(static function => function.Marks != 0 || function.Calls.Count > 0 || function.CallsAnything));
    }

    private void Look(Node node)
    {
        switch (node)
        {
            case CallExpression call:
                LookAtCall(call.Callee, call.Arguments, call);
                break;
            case NewExpression made:
                LookAtCall(made.Callee, made.Arguments, made);
                break;
            case TaggedTemplateExpression tagged:
                LookAtCall(tagged.Tag, NodeList.From(Array.Empty<Expression>()), tagged);
                break;
            case StringLiteral text:
                LookAtText(text.Value, node);
                break;
            case WhileStatement loop:
                LookAtLoop(loop.Test, loop.Body, loop);
                break;
            case DoWhileStatement loop:
                LookAtLoop(loop.Test, loop.Body, loop);
                break;
            case ForStatement loop:
                LookAtLoop(loop.Test, loop, loop);
                break;
            case VariableDeclarator { Init: var value }:
                LookAtSum(value);
                break;
            case AssignmentExpression { Left: MemberExpression target } assignment:
                LookAtAssignment(_folder.FoldReference(target)?.Path ?? _folder.NameOf(target), assignment);
                break;
            case MemberExpression or Identifier when Mentions.IsValue(node, _part.Parent):
                LookAtMention(node);
                break;
            case AssignmentExpression { Left: Identifier { Name: var name } } assignment:
                LookAtAssignment(name == "location" ? name : null, assignment);
                break;
        }
    }

    private void LookAtCall(Expression callee, in NodeList<Expression> arguments, Expression node)
    {
        if (callee is FunctionExpression or ArrowFunctionExpression)
        {
            return;
        }

        var (called, given) = CalledBy(callee, arguments);
        var reference = _folder.FoldReference(called);
        if (reference is null && called is MemberExpression { Computed: true } member && _folder.NameOf(member) is null
            && _folder.FoldChoices(member.Property) is { } names)
        {
            var owner = _folder.FoldReference(member.Object);
            names.ForEach(name => LookAtCall(new Call(owner?.To(name), name, given, _folder), called, node));
        }
        else
        {
            LookAtCall(new Call(reference, reference?.Name ?? NameOf(called), given, _folder), called, node);
        }

        foreach (var argument in arguments)
        {
            LookAtSum(argument);
        }
    }

    private string? NameOf(Expression called) => called switch
    {
        MemberExpression member => _folder.NameOf(member),
        Identifier identifier => identifier.Name,
        CallExpression or NewExpression or ConditionalExpression or LogicalExpression or SequenceExpression or ChainExpression
            when !IsDocument => "",
        _ => null,
    };

    // a.b.call(c, d) and a.b.apply(c, [d]) call a.b(d). What of the latter's list is not known is as unknown as what is called.
    private (Expression Called, IReadOnlyList<Expression> Given) CalledBy(Expression callee, in NodeList<Expression> arguments)
    {
        IReadOnlyList<Expression> given = [.. arguments];
        return callee is not MemberExpression { Object: var called } member || _folder.FoldReference(called) is null ? (callee, given)
            : _folder.NameOf(member) switch
            {
                "call" or "bind" => (called, [.. given.Skip(1)]),
                "apply" => (called, given is [_, ArrayExpression list, ..] ? [.. list.Elements.OfType<Expression>()] : [called]),
                _ => (callee, given),
            };
    }

    private void LookAtCall(Call call, Expression called, Expression node)
    {
        var name = call.Name;
        if (name is not null && Runners.TryGetValue(name, out var place) && !_bindings.Has(name))
        {
            LookAtRun(call, place < 0 ? call.Arguments.Count - 1 : place, node);
        }

        if (name is not null && Decoders.Contains(name))
        {
            LookAtDecoding(name, call, node);
        }

        // Whatever is called of the script's own functions is looked at where it stands.
        var isOwn = name is null && called is MemberExpression { Computed: true, Object: Identifier { Name: var table } }
            && _tables.Has(table);
        var mark = isOwn ? null
            : IsDocument ? DocumentCalls.Judge(call, _bindings, _host == ScriptHost.Form) : PageCalls.Judge(call, _host);
        var isNotice = UpdateNotice.IsIn(call) || (_part.AsksVersion && (mark == ScriptEffect.Shows || UpdateNotice.OpensAdobe(call)));
        if (mark is { } found && !isNotice)
        {
            Mark(found, node.Start);
        }

        if (!IsDocument)
        {
            LookAtLoading(name, call, node);
        }

        Scope.AddCall(name);
        _makesFiles |= name is "Blob" or "createObjectURL" or "File" or "msSaveBlob" or "msSaveOrOpenBlob";
    }

    // A link to a program that the script makes, and clicks; or an address that it goes to.
    private void LookAtLoading(string? name, Call call, Expression node)
    {
        if ((name == "dispatchEvent" && MayBeClick(call)) || (name is "click" or "onclick" && call.Arguments.Count == 0))
        {
            _clicks = true;
            Mark(ScriptEffect.Clicks, node.Start);
        }

        if (WrittenMarkup.IsHidden(call))
        {
            Mark(ScriptEffect.WritesDecoded, node.Start);
        }

        var isGoing = name is "open" or "navigate" or "assign" or "replace" && (name != "replace" || call.IsOf("location"));
        if (isGoing && call.Argument(0) is string address && ProgramNames.IsAddress(address))
        {
            Mark(ScriptEffect.LoadsProgram, node.Start);
        }
        else if (name == "setAttribute" && call.Argument(0) is string attribute && call.Argument(1) is string value)
        {
            NoteLink(attribute, value, node);
        }
    }

    private static bool MayBeClick(Call call) => call.Arguments is not [NewExpression { Arguments: [var type, ..] }, ..]
        || call.Folder.Fold(type) is not string text || text == "click";

    private void NoteLink(string attribute, string? address, Node node)
    {
        if (attribute is not ("href" or "src"))
        {
            return;
        }

        _makesFiles |= address?.StartsWith("data:application/", StringComparison.OrdinalIgnoreCase) == true;
        if (address is null || !ProgramNames.IsAddress(address))
        {
            return;
        }

        if (attribute == "src")
        {
            Mark(ScriptEffect.LoadsProgram, node.Start); // of a frame: nothing else shows a program
        }

        _program ??= (Scope, node.Start);
    }

    // A function of readers, or of the script itself, that is not called here.
    private void LookAtMention(Node node)
    {
        var name = node is Identifier identifier ? identifier.Name : _folder.NameOf((MemberExpression)node);
        if (name is null || !IsDocument)
        {
            return;
        }

        if (_bindings.Functions.Contains(name))
        {
            Scope.AddCall(name);
        }
        else if (!_bindings.Has(name) && Mentions.Judge(name) is { } effect)
        {
            Mark(effect, node.Start);
        }
    }

    // A text that is put together.
    private void LookAtSum(Expression? sum)
    {
        if (sum is BinaryExpression { Operator: Operator.Addition } && _folder.Fold(sum) is string text)
        {
            LookAtText(text, sum);
        }
    }

    private void LookAtRun(Call call, int place, Expression node)
    {
        if (place < 0 || place >= call.Arguments.Count || call.Arguments[place] is FunctionExpression or ArrowFunctionExpression)
        {
            return;
        }

        switch (call.Argument(place))
        {
            case string text when _depth < MaxDepth:
                if (ScriptParser.Parse(text, _budget) is { } program)
                {
                    LookInside(program, node);
                }
                else
                {
                    Mark(ScriptEffect.Other, node.Start);
                }

                LookAtText(text, node);
                if (call.Arguments[place] is not StringLiteral)
                {
                    _runsComputed.Add((Scope, node.Start));
                }

                break;
            // In pages and programs, a timer nearly always runs a function.
            case null or PathReference when call.Name is "setTimeout" or "setInterval" && _host is ScriptHost.Page or ScriptHost.System:
                break;
            case null when IsNumber(call.Arguments[place]):
                break;
            case null or string or PathReference:
                Mark(ScriptEffect.DecodesAndRuns, node.Start);
                Scope.AddCall(null);
                break;
        }
    }

    // However it comes out, it is no text that could run: eval(hours - started).
    private static bool IsNumber(Expression expression) => expression is BinaryExpression
    {
        Operator: not (Operator.Addition or Operator.LogicalAnd or Operator.LogicalOr or Operator.NullishCoalescing),
    } or UnaryExpression { Operator: not Operator.Void };

    // What is inside of the text is where the call is.
    private void LookInside(Program program, Expression node)
    {
        var inside = new ScriptFindings();
        new ScriptExamination(_host, _budget, inside, _depth + 1).Walk(program);
        Scope.Add(inside.Run, node.Start);
        foreach (var function in inside.Functions)
        {
            Scope.Add(function, node.Start);
        }
    }

    private void LookAtDecoding(string name, Call call, Expression node)
    {
        _decodes = _decodes < 0 ? node.Start : _decodes;
        var decoded = _folder.Fold(node) as string;
        if (decoded is not null)
        {
            LookAtText(decoded, node);
        }

        _codes += name is "fromCharCode" or "fromCodePoint" ? 1 : 0;
        var isBulk = name switch
        {
            "fromCharCode" or "fromCodePoint" => _codes >= BulkCalls || call.Arguments.Count >= BulkNumbers,
            "decodeURIComponent" or "decodeURI" => false,
            _ => decoded is null || decoded.Length > ShortText || decoded.AsSpan().ContainsAnyInRange('\0', '\u0008'),
        };
        if (isBulk && IsDocument)
        {
            Mark(ScriptEffect.Decodes, node.Start);
        }
    }

    private void LookAtText(string text, Node node)
    {
        // Machine code is carried as it is, or as escapes that something else undoes.
        if (MachineCode.Looks(text) || (text.Contains("%u", StringComparison.OrdinalIgnoreCase) && _foldBudget.TryText(text.Length)
            && MachineCode.Looks(KnownFunctions.Unescape(text))))
        {
            Mark(ScriptEffect.Shellcode, node.Start);
        }

        if (TextMarks.IsShare(text))
        {
            Mark(ScriptEffect.Connects, node.Start);
        }
    }

    // while (text.length < 100000) text += text;
    private void LookAtLoop(Expression? test, Node body, Node node)
    {
        if (test is not BinaryExpression { Left: var left, Right: var right } || !MentionsLength(left) && !MentionsLength(right)
            || (Coerced.ToNumber(_folder.Fold(right)) ?? Coerced.ToNumber(_folder.Fold(left))) is { } length && length < SprayLength)
        {
            return;
        }

        var open = new Stack<Node>([body]);
        while (open.TryPop(out var part) && _foldBudget.TryStep())
        {
            if (part is AssignmentExpression { Left: Identifier name } assignment && Doubles(name.Name, assignment))
            {
                Mark(ScriptEffect.Exploit, node.Start);
                return;
            }

            foreach (var child in part.ChildNodes)
            {
                if (child is not null)
                {
                    open.Push(child);
                }
            }
        }
    }

    private static bool MentionsLength(Expression expression) => expression switch
    {
        MemberExpression { Computed: false, Property: Identifier { Name: "length" } } => true,
        BinaryExpression { Left: var left, Right: var right } => MentionsLength(left) || MentionsLength(right),
        _ => false,
    };

    private static bool Doubles(string name, AssignmentExpression assignment) => assignment.Operator switch
    {
        Operator.AdditionAssignment => Occurrences(name, assignment.Right) >= 1,
        Operator.Assignment => Occurrences(name, assignment.Right) >= 2,
        _ => false,
    };

    // These are parts of a sum.
    private static int Occurrences(string name, Expression sum)
    {
        var count = 0;
        while (sum is BinaryExpression { Operator: Operator.Addition } addition)
        {
            count += addition.Right is Identifier part && part.Name == name ? 1 : 0;
            sum = addition.Left;
        }

        return count + (sum is Identifier first && first.Name == name ? 1 : 0);
    }

    private void LookAtAssignment(string? path, AssignmentExpression assignment)
    {
        LookAtSum(assignment.Right);
        if (path is not null && UpdateNotice.IsChanged(path, _folder.Fold(assignment.Right)))
        {
            Mark(ScriptEffect.Connects, assignment.Start);
        }

        if (path is null || IsDocument)
        {
            return;
        }

        var name = path[(path.LastIndexOf('.') + 1)..];
        if (name == "download")
        {
            Mark(ScriptEffect.Smuggles, assignment.Start);
        }

        var address = _folder.Fold(assignment.Right) as string;
        NoteLink(name, address, assignment);
        if (path is "location" or "window.location" or "document.location" or "self.location" or "top.location"
            || (name == "href" && path.Contains("location", StringComparison.Ordinal)))
        {
            var isProgram = address is not null && ProgramNames.IsAddress(address);
            Mark(isProgram ? ScriptEffect.LoadsProgram : ScriptEffect.Connects, assignment.Start);
        }
    }

    private void Mark(ScriptEffect mark, int place) => Scope.Mark(mark, place);
}
