using Acornima;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>What a page's script has the browser load, save or show: links that it makes and clicks, addresses, files of its own.</summary>
internal sealed class PageLoads(ConstantFolder folder)
{
    private (ScriptScope Scope, int Place)? _program;
    private bool _clicks;
    private bool _makesFiles;

    /// <summary>Looks at a call.</summary>
    /// <param name="node">The call.</param>
    /// <param name="scope">Takes what it does.</param>
    public void LookAt(Call call, Expression node, ScriptScope scope)
    {
        var name = call.Name;
        _makesFiles |= name is "Blob" or "createObjectURL" or "File" or "msSaveBlob" or "msSaveOrOpenBlob";
        if ((name == "dispatchEvent" && MayBeClick(call)) || (name is "click" or "onclick" && call.Arguments.Count == 0))
        {
            _clicks = true;
            scope.Mark(ScriptEffect.Clicks, node.Start);
        }

        if (WrittenMarkup.IsHidden(call))
        {
            scope.Mark(ScriptEffect.WritesDecoded, node.Start);
        }

        if (name is "write" or "writeln" or "insertAdjacentHTML" or "createContextualFragment"
            && call.Arguments.Any(argument => Unpacked.IsIn(argument, folder)))
        {
            scope.Mark(ScriptEffect.UsesUnpacked, node.Start);
        }

        var isGoing = name is "open" or "navigate" or "assign" or "replace" && (name != "replace" || call.IsOf("location"));
        if (isGoing && call.Argument(0) is string address && ProgramNames.IsAddress(address))
        {
            scope.Mark(ScriptEffect.LoadsProgram, node.Start);
        }
        else if (name == "setAttribute" && call.Argument(0) is string attribute && call.Argument(1) is string value)
        {
            NoteLink(attribute, value, node, scope);
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
            scope.Mark(ScriptEffect.Smuggles, assignment.Start);
        }

        if (name is "innerHTML" or "outerHTML" or "srcdoc" && Unpacked.IsIn(assignment.Right, folder))
        {
            scope.Mark(ScriptEffect.UsesUnpacked, assignment.Start);
        }

        var address = folder.Fold(assignment.Right) as string ?? BeginningOf(assignment.Right);
        NoteLink(name, address, assignment, scope);
        if (path is "location" or "window.location" or "document.location" or "self.location" or "top.location"
            || (name == "href" && path.Contains("location", StringComparison.Ordinal)))
        {
            var isProgram = address is not null && ProgramNames.IsAddress(address);
            scope.Mark(isProgram ? ScriptEffect.LoadsProgram : ScriptEffect.Connects, assignment.Start);
        }
    }

    /// <summary>Settles what only the whole script tells.</summary>
    public void Settle(ScriptScope scope)
    {
        if (!_makesFiles)
        {
            scope.Unmark(ScriptEffect.Smuggles);
        }

        if (_clicks && _program is (var owner, var where) && owner == scope)
        {
            scope.Mark(ScriptEffect.LoadsProgram, where);
        }
    }

    // "data:application/zip;base64," + text
    private string? BeginningOf(Expression sum)
    {
        while (sum is BinaryExpression { Operator: Operator.Addition } addition)
        {
            sum = addition.Left;
        }

        return folder.Fold(sum) is string text && text.StartsWith("data:", StringComparison.OrdinalIgnoreCase) ? text : null;
    }

    private static bool MayBeClick(Call call) => call.Arguments is not [NewExpression { Arguments: [var type, ..] }, ..]
        || call.Folder.Fold(type) is not string text || text == "click";

    private void NoteLink(string attribute, string? address, Node node, ScriptScope scope)
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
            scope.Mark(ScriptEffect.LoadsProgram, node.Start); // of a frame: nothing else shows a program
        }

        _program ??= (scope, node.Start);
    }
}
