using Acornima.Ast;
using Analyzer.Engines.JavaScript.Invoking;
using Analyzer.Engines.JavaScript.Parsing;
using Analyzer.Engines.JavaScript.Text;
using Analyzer.Engines.JavaScript.Values;

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

    private readonly ScriptHost _host;
    private readonly ScriptBudget _budget;
    private readonly ScriptFindings _findings;
    private readonly List<ScriptScope> _scopes = [];
    private readonly int _depth;
    private readonly Nesting _nesting = new();
    private readonly Bindings _bindings;
    private readonly OwnTables _tables = new();
    private readonly FoldBudget _foldBudget = new();
    private readonly ConstantFolder _folder;
    private readonly PageLoads _loads;
    private readonly HeldTexts _texts;
    private readonly ScriptScope _clicked = new(ClickHandlers.Name);
    private readonly List<(ScriptScope Scope, int Place)> _runsComputed = [];
    private CodePart _part;

    private ScriptExamination(ScriptHost host, ScriptBudget budget, ScriptFindings findings, int depth)
    {
        (_host, _budget, _findings, _depth) = (host, budget, findings, depth);
        _bindings = new(_nesting);
        _folder = new(_bindings, _foldBudget);
        _loads = new(_folder, new(_folder, _bindings, findings.Others), findings.Written);
        _texts = new(_folder, _foldBudget, isBulkTold: IsDocument);
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
                Components.AddElements(text, findings.Others);
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
        var parts = SyntaxTree.Flatten(program, functions, _nesting, isPage: !IsDocument);
        _bindings.Functions.UnionWith(functions);
        _scopes.AddRange(functions.Select(static name => new ScriptScope(name)));
        foreach (var part in parts)
        {
            _bindings.Note(part.Node, part.Nested);
            _tables.Note(part.Node, part.Parent);
        }

        // Then what the event says of the Enter key, or what waits for a click, is the script's own.
        if (IsDocument ? _bindings.Has("event") || parts.Exists(EventUses.IsChange)
            : functions.Exists(ClickHandlers.IsTaker) || parts.Exists(ClickHandlers.IsTaker))
        {
            _scopes[0].AddCall(ClickHandlers.Name);
        }

        foreach (var part in parts)
        {
            (_part, _folder.Nested) = (part, part.Nested);
            Look(part.Node);
            if (part.Node is MemberExpression member && !IsDocument)
            {
                _loads.Components.LookAt(member, part.Parent, Scope);
            }
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
        if (_texts.FirstDecoding < 0 || !IsDocument)
        {
            return;
        }

        foreach (var (scope, place) in _runsComputed)
        {
            scope.Mark(ScriptEffect.DecodesAndRuns, place);
            scope.Mark(ScriptEffect.Decodes, _texts.FirstDecoding);
        }
    }

    // What only the whole script tells.
    private void Settle(ScriptScope scope)
    {
        if (scope[ScriptEffect.DecodesAndRuns] is >= 0 and var place && _texts.FirstDecoding < 0)
        {
            scope.Unmark(ScriptEffect.DecodesAndRuns);
            scope.Mark(ScriptEffect.Other, place);
        }

        _loads.Settle(scope);
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
            waits.Append(_clicked).Where(static function => function.Marks != 0 || function.Calls.Count > 0 || function.CallsAnything));
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
                _texts.LookAt(text.Value, node, Scope);
                break;
            case ArrayExpression list when !IsDocument && CarriedData.Is(list):
            case TemplateElement { Value.Cooked: { } written } when !IsDocument && CarriedData.Is(written):
                Mark(ScriptEffect.Carries, node.Start);
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
                _texts.LookAtSum(value, Scope);
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

        // f.call(this): the script's own function has a value that is not known.
        if (callee is MemberExpression { Object: Identifier or MemberExpression } through
            && _folder.NameOf(through) is "call" or "apply" or "bind" && NameOf(through.Object) is { } own)
        {
            Scope.AddCall(own);
        }

        foreach (var argument in arguments)
        {
            _texts.LookAtSum(argument, Scope);
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
        if (RunText.In(call, _bindings, _host) is { } run)
        {
            LookAtRun(run, node);
        }

        _texts.LookAt(call, node, Scope);

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
            _loads.LookAt(call, node, Scope);
            _loads.LookAtCalled(called, isTop: _part.Nested == 0, node, Scope);
        }

        Scope.AddCall(name);
    }

    // A function of readers, or of the script itself, that is not called here.
    private void LookAtMention(Node node)
    {
        var name = node is Identifier identifier ? identifier.Name : _folder.NameOf((MemberExpression)node);
        if (!IsDocument)
        {
            _loads.LookAtMention(name, node, Scope);
        }

        // Another script of the page may have made it.
        if (name is not null && (_host == ScriptHost.Page || _bindings.Functions.Contains(name)))
        {
            (!IsDocument && ClickHandlers.Takes(_part.Parent, node) ? _clicked : Scope).AddCall(name);
        }
        else if (name is not null && IsDocument && !_bindings.Has(name) && Mentions.Judge(name) is { } effect)
        {
            Mark(effect, node.Start);
        }
    }

    private void LookAtRun(RunText run, Expression node)
    {
        if (run.Text is not { } text || _depth == MaxDepth)
        {
            if (!IsDocument)
            {
                _loads.LookAtRun(run.Given, node, Scope);
            }

            Mark(ScriptEffect.DecodesAndRuns, node.Start);
            Scope.AddCall(null);
            return;
        }

        if (ScriptParser.Parse(text, _budget) is { } program)
        {
            LookInside(program, node);
        }
        else
        {
            Mark(ScriptEffect.Other, node.Start);
        }

        _texts.LookAt(text, node, Scope);
        if (run.Given is not StringLiteral)
        {
            _runsComputed.Add((Scope, node.Start));
        }
    }

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

    private void LookAtLoop(Expression? test, Node body, Node node)
    {
        if (MemorySpray.IsIn(test, body, _folder, _foldBudget))
        {
            Mark(ScriptEffect.Exploit, node.Start);
        }
        else if (IsDocument && EndlessLoops.IsOne(test, body, _folder, _foldBudget))
        {
            Mark(ScriptEffect.Other, node.Start);
        }
    }

    private void LookAtAssignment(string? path, AssignmentExpression assignment)
    {
        _texts.LookAtSum(assignment.Right, Scope);
        if (!IsDocument && path is not null && ClickHandlers.IsTaker(path[(path.LastIndexOf('.') + 1)..]))
        {
            _scopes[0].AddCall(ClickHandlers.Name);
        }

        if (path is not null && UpdateNotice.IsChanged(path, _folder.Fold(assignment.Right)))
        {
            Mark(ScriptEffect.Connects, assignment.Start);
        }

        if (path is not null && !IsDocument)
        {
            _loads.LookAt(path, assignment, Scope);
        }
    }

    private void Mark(ScriptEffect mark, int place) => Scope.Mark(mark, place);
}
