using System.Text;
using Acornima;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Parsing;
using Analyzer.Engines.JavaScript.Values;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>What a page's script has the browser load, save or show: links that it makes and clicks, addresses, files of its own.</summary>
/// <param name="components">Those of Windows that it uses.</param>
/// <param name="written">Takes what it writes into its page.</param>
internal sealed class PageLoads(ConstantFolder folder, Components components, StringBuilder written)
{
    private readonly WrittenText _text = new(folder, written);
    private (ScriptScope Scope, int Place)? _program;
    private (ScriptScope Scope, int Place)? _written;
    private bool _clicks;
    private bool _makesLetters;
    private bool _makesFiles;
    private bool _makesScripts;

    /// <summary>The components of Windows that it uses.</summary>
    public Components Components => components;

    /// <summary>Looks at a call.</summary>
    /// <param name="node">The call.</param>
    /// <param name="scope">Takes what it does.</param>
    public void LookAt(Call call, Expression node, ScriptScope scope)
    {
        var name = call.Name;
        _makesLetters |= name == "fromCharCode";
        _makesFiles |= name is "Blob" or "createObjectURL" or "File" or "msSaveBlob" or "msSaveOrOpenBlob" or "showSaveFilePicker";
        _makesScripts |= name == "createElement" && call.Argument(0) is string tag
            && tag.Equals("script", StringComparison.OrdinalIgnoreCase);
        if (name is not null && Clicks(name, call))
        {
            _clicks = true;
            scope.Mark(ScriptEffect.Clicks, node.Start);
        }

        if (WrittenMarkup.IsHidden(call))
        {
            scope.Mark(ScriptEffect.WritesDecoded, node.Start);
        }

        // A worker runs a file of its own, made of text: new Worker(URL.createObjectURL(new Blob([text]))).
        if (name is "Worker" or "SharedWorker" && call.Arguments.Any(argument => Unpacked.IsIn(argument, folder, isRun: true)))
        {
            scope.Mark(ScriptEffect.UsesUnpacked, node.Start);
        }

        var isShown = name is "write" or "writeln" or "insertAdjacentHTML" or "createContextualFragment";
        if ((isShown || (name == "createTextNode" && _makesScripts))
            && call.Arguments.Any(argument => Unpacked.IsIn(argument, folder)))
        {
            scope.Mark(ScriptEffect.UsesUnpacked, node.Start);
        }

        if (isShown)
        {
            _text.Add(call.Arguments);
        }

        if (name == "showSaveFilePicker"
            || (name is "saveAs" or "open" && call.Arguments is [var made, ..] && MadeFiles.IsIn(made, folder)))
        {
            scope.Mark(ScriptEffect.Smuggles, node.Start);
        }

        if (name is "write" or "writeln" && call.Arguments.Any(argument => ComputedText.Is(argument, folder)))
        {
            _written ??= (scope, node.Start);
        }

        var isGoing = name is "open" or "navigate" or "assign" or "replace" && (name != "replace" || call.IsOf("location"));
        if (isGoing && call.Arguments is [var target, ..] && AddressOf(target) is { } address)
        {
            NoteStart(address, node, scope);
            if (ProgramNames.IsAddress(address))
            {
                scope.Mark(ScriptEffect.LoadsProgram, node.Start);
            }
        }
        else if (name is "setAttribute" or "attr" or "prop" && call.Arguments is [var attribute, var value])
        {
            NoteAttribute(folder.Fold(attribute) as string, AddressOf(value), node, scope);
        }
        else if (call.Callee is { } && (name, call.Owner, call.Arguments) is ("set", "Reflect", [_, var key, var set]))
        {
            NoteAttribute(folder.Fold(key) as string, AddressOf(set), node, scope);
        }
        else if ((name is "assign" && call.IsOf("Object")) || name is "attr" or "prop")
        {
            NoteMembers(call.Arguments, node, scope);
        }
    }

    /// <summary>Looks at a name that stands for a value: what gets a handler can run it.</summary>
    /// <param name="name">Null when it is not known.</param>
    /// <param name="scope">Takes what it does.</param>
    public void LookAtMention(string? name, Node node, ScriptScope scope)
    {
        _makesLetters |= name == "fromCharCode";
        if (name == "eval")
        {
            scope.Mark(ScriptEffect.RunsComputed, node.Start); // under another name
        }

        if (node is MemberExpression && name is not null && (ClickHandlers.IsMember(name) || name is "click" or "requestSubmit"))
        {
            _clicks = true;
            scope.Mark(ScriptEffect.Clicks, node.Start);
        }
    }

    /// <summary>Looks at what is assigned to a member, or to the page's address.</summary>
    /// <param name="path">What it is assigned to.</param>
    /// <param name="scope">Takes what it does.</param>
    public void LookAt(string path, AssignmentExpression assignment, ScriptScope scope)
    {
        var name = path[(path.LastIndexOf('.') + 1)..];
        if (name == "download")
        {
            NoteDownload(folder.Fold(assignment.Right) as string, assignment, scope);
        }

        var isMarkup = name is "innerHTML" or "outerHTML" or "srcdoc";
        if (isMarkup)
        {
            _text.Add([assignment.Right]);
        }

        var isShown = isMarkup || (name is "text" or "textContent" or "innerText" && _makesScripts);
        if (isShown && Unpacked.IsIn(assignment.Right, folder))
        {
            scope.Mark(ScriptEffect.UsesUnpacked, assignment.Start);
        }

        if (_makesScripts && name is "text" or "textContent" && ComputedText.Is(assignment.Right, folder))
        {
            scope.Mark(ScriptEffect.RunsComputed, assignment.Start);
        }

        if ((name == "href" || path is "location" || path.EndsWith(".location", StringComparison.Ordinal))
            && MadeFiles.IsIn(assignment.Right, folder))
        {
            scope.Mark(ScriptEffect.Smuggles, assignment.Start);
        }

        var address = AddressOf(assignment.Right);
        NoteClass(name, folder.Fold(assignment.Right) as string);
        NoteLink(name, address, assignment, scope);
        if (path is "location" or "window.location" or "document.location" or "self.location" or "top.location"
            || (name == "href" && path.Contains("location", StringComparison.Ordinal)))
        {
            NoteStart(address, assignment, scope);
            var isProgram = address is not null && ProgramNames.IsAddress(address);
            scope.Mark(isProgram ? ScriptEffect.LoadsProgram : ScriptEffect.Connects, assignment.Start);
        }
    }

    /// <summary>Looks at how a called function is named.</summary>
    /// <param name="isTop">Whether that stands outside of functions.</param>
    /// <param name="scope">Takes what it does.</param>
    public void LookAtCalled(Expression called, bool isTop, Node node, ScriptScope scope)
    {
        if (ComputedText.IsHiddenCall(called, folder, isTop))
        {
            scope.Mark(ScriptEffect.RunsComputed, node.Start);
        }
    }

    /// <summary>Looks at a text that is run and not known.</summary>
    /// <param name="scope">Takes what it does.</param>
    public void LookAtRun(Expression given, Node node, ScriptScope scope)
    {
        if (Unpacked.IsIn(given, folder, isRun: true))
        {
            scope.Mark(ScriptEffect.UsesUnpacked, node.Start);
        }

        if (ComputedText.Is(given, folder))
        {
            scope.Mark(ScriptEffect.RunsComputed, node.Start);
        }
    }

    /// <summary>Settles what only the whole script tells.</summary>
    public void Settle(ScriptScope scope)
    {
        if (_makesLetters && _written is (var writer, var place) && writer == scope)
        {
            scope.Mark(ScriptEffect.RunsComputed, place);
        }

        if (!_makesFiles)
        {
            scope.Unmark(ScriptEffect.Smuggles);
        }

        if (_clicks && _program is (var owner, var where) && owner == scope)
        {
            scope.Mark(ScriptEffect.LoadsProgram, where);
        }
    }

    private string? AddressOf(Expression expression) => folder.Fold(expression) as string ?? BeginningOf(expression);

    // "data:application/zip;base64," + text, "search-ms:query=" + text
    private string? BeginningOf(Expression sum)
    {
        while (sum is BinaryExpression { Operator: Operator.Addition } addition)
        {
            sum = addition.Left;
        }

        return folder.Fold(sum) is string text
            && (text.StartsWith("data:", StringComparison.OrdinalIgnoreCase) || Addresses.StartsProgram(text)) ? text : null;
    }

    // What jQuery is given to click() waits for a click, and is no text or number.
    private static bool Clicks(string name, Call call) => name switch
    {
        "dispatchEvent" => call.Arguments is not [NewExpression { Arguments: [var type, ..] }, ..] || MayBeClick(call.Folder.Fold(type)),
        "trigger" or "triggerHandler" or "fireEvent" => MayBeClick(call.Argument(0)),
        "requestSubmit" => true,
        "click" => call.Arguments.Count == 0 || call.Argument(call.Arguments.Count - 1) is not (null or PathReference),
        _ => ClickHandlers.IsMember(name),
    };

    private static bool MayBeClick(object? type) => type is not string text || ClickHandlers.IsFired(text);

    // What starts a program of Windows does so on a click, too.
    private static void NoteStart(string? address, Node node, ScriptScope scope)
    {
        if (address is not null && (Addresses.StartsProgram(address) || Addresses.IsShare(address)))
        {
            scope.Mark(ScriptEffect.Starts, node.Start);
        }
    }

    // Object.assign(link, { href: url, download: "a.zip" })
    private void NoteMembers(IReadOnlyList<Expression> arguments, Node node, ScriptScope scope)
    {
        foreach (var member in arguments.OfType<ObjectExpression>().SelectMany(members => members.Properties).OfType<Property>())
        {
            var name = member.Key is Identifier { Name: var written } && !member.Computed ? written : folder.Fold((Expression)member.Key);
            NoteAttribute(name as string, member.Value is Expression value ? AddressOf(value) : null, node, scope);
        }
    }

    private void NoteAttribute(string? attribute, string? value, Node node, ScriptScope scope)
    {
        if (attribute == "download")
        {
            NoteDownload(value, node, scope);
        }
        else if (attribute is not null)
        {
            NoteClass(attribute, value);
            NoteLink(attribute, value, node, scope);
        }
    }

    private void NoteClass(string attribute, string? value)
    {
        if (attribute.Equals("classid", StringComparison.OrdinalIgnoreCase))
        {
            components.NoteClass(value);
        }
    }

    private static void NoteDownload(string? name, Node node, ScriptScope scope)
    {
        scope.Mark(ScriptEffect.Smuggles, node.Start);
        if (name is not null && (ProgramNames.IsStarted(name) || ProgramNames.IsDownloaded(name)))
        {
            scope.Mark(ScriptEffect.Carries, node.Start);
        }
    }

    private void NoteLink(string attribute, string? address, Node node, ScriptScope scope)
    {
        if (attribute is not ("href" or "src"))
        {
            return;
        }

        NoteStart(address, node, scope);
        if (address?.StartsWith("data:application/", StringComparison.OrdinalIgnoreCase) == true)
        {
            _makesFiles = true;
            scope.Mark(ScriptEffect.Carries, node.Start);
        }

        if (address is null || !ProgramNames.IsAddress(address))
        {
            return;
        }

        if (attribute == "src")
        {
            scope.Mark(ScriptEffect.LoadsProgram, node.Start); // of a frame: nothing else shows a program
        }

        _program ??= (scope, node.Start);
    }
}
