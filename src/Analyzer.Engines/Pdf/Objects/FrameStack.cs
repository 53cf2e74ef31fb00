using Analyzer.Engines.Pdf.Actions;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>The dictionaries and arrays that are open, the outermost first.</summary>
internal sealed class FrameStack
{
    private const int MaxDepth = 48;

    private readonly Frame[] _frames = new Frame[MaxDepth];
    private int _beyond;

    public int Depth { get; private set; }

    /// <summary>Whether more are open than are followed.</summary>
    public bool IsBeyond => _beyond > 0;

    /// <summary>Whether one is open that takes the next value.</summary>
    public bool TakesValues => Depth > 0 && _beyond == 0;

    public ref Frame Top => ref _frames[Depth - 1];

    /// <summary>Whether the innermost one is the file of an action.</summary>
    public bool IsFileSpecification =>
        Depth > 1 && Around is { IsDictionary: true, Key: PdfName.F or PdfName.Win or PdfName.Unix or PdfName.Mac };

    /// <summary>The one around the innermost one.</summary>
    public ref Frame Around => ref _frames[Depth - 2];

    /// <param name="number">The number of the object that it is in.</param>
    /// <param name="isScriptTree">Whether the object is known to be a node of the tree of scripts.</param>
    /// <returns>False when it is nested too deep to be followed.</returns>
    public bool Open(bool isDictionary, int number, bool isScriptTree)
    {
        if (Depth == MaxDepth)
        {
            _beyond++;
            return false;
        }

        var (role, origin) = Depth > 0 ? RoleIn(ref Top, isDictionary, number) : (FrameRole.Object, new Origin(number));
        if (role == FrameRole.Events)
        {
            Top.HasEvents = true;
        }

        ref var frame = ref _frames[Depth++];
        frame.Begin(isDictionary, role, origin);
        frame.IsScriptTree |= isScriptTree && role == FrameRole.Object;
        return true;
    }

    /// <returns>False when a bracket of this kind closes nothing that is followed.</returns>
    public bool Closes(bool isDictionary)
    {
        if (_beyond > 0)
        {
            _beyond--;
            return false;
        }

        // A bracket of the other kind closes nothing: the dictionary that it stands in may go on.
        return Depth > 0 && Top.IsDictionary == isDictionary;
    }

    public void Close() => Depth--;

    public void Clear() => (Depth, _beyond) = (0, 0);

    private static (FrameRole Role, Origin Origin) RoleIn(ref Frame parent, bool isDictionary, int number)
    {
        if (!parent.IsDictionary)
        {
            return parent.Role switch
            {
                FrameRole.ActionList or FrameRole.Object => (FrameRole.Action, parent.Origin),
                FrameRole.ParametersList => (FrameRole.Parameters, Origin.Nowhere),
                FrameRole.ScriptTreeKids => (FrameRole.ScriptTree, parent.Origin),
                FrameRole.ScriptTreeNames when isDictionary => (FrameRole.Action, Origin.Of(Trigger.Open)),
                _ => (FrameRole.None, Origin.Nowhere),
            };
        }

        if (!parent.HasKey)
        {
            return (FrameRole.None, Origin.Nowhere);
        }

        return parent.Key switch
        {
            PdfName.OpenAction => (isDictionary ? FrameRole.Action : FrameRole.Destination, Origin.Of(Trigger.Open)),
            PdfName.AA when isDictionary => (FrameRole.Events, Origin.Nowhere),
            PdfName.Next when parent.Role is FrameRole.Action or FrameRole.Object =>
                (isDictionary ? FrameRole.Action : FrameRole.ActionList, parent.Origin),
            PdfName.Filter when parent.Role == FrameRole.Object && !isDictionary => (FrameRole.FilterList, Origin.Nowhere),
            PdfName.DecodeParms or PdfName.DP when parent.Role == FrameRole.Object =>
                // DP is an event, too.
                (isDictionary ? FrameRole.Parameters : FrameRole.ParametersList,
                parent.OnlyEvents ? new(number, PdfEvents.WayOf(parent.Key)) : Origin.Nowhere),
            PdfName.EF when isDictionary => (FrameRole.EmbeddedFiles, Origin.Nowhere),
            PdfName.XFA when !isDictionary => (FrameRole.FormPackets, Origin.Nowhere),
            PdfName.JavaScript when isDictionary => (FrameRole.ScriptTree, Origin.Nowhere),
            PdfName.FDF when isDictionary => (FrameRole.FormData, Origin.Of(Trigger.Open)),
            PdfName.Doc when parent.HoldsScripts && !isDictionary => (FrameRole.FormScripts, Origin.Of(Trigger.Open)),
            PdfName.Kids when parent.IsScriptTree && !isDictionary => (FrameRole.ScriptTreeKids, Origin.Nowhere),
            PdfName.Names when parent.IsScriptTree && !isDictionary => (FrameRole.ScriptTreeNames, Origin.Nowhere),
            _ when isDictionary && parent.Role == FrameRole.Events => (FrameRole.Action, PdfEvents.OriginOf(parent.Key, number)),
            _ when isDictionary && parent is { Role: FrameRole.Object, OnlyEvents: true } =>
                (FrameRole.Action, new(number, PdfEvents.WayOf(parent.Key))),
            // The file specification of an action: which file it names may stand in further objects.
            PdfName.F or PdfName.Win or PdfName.Unix or PdfName.Mac
                when isDictionary && parent.Role is FrameRole.Action or FrameRole.Object => (FrameRole.Action, parent.Origin),
            PdfName.FontMatrix when !isDictionary => (FrameRole.FontMatrix, Origin.Nowhere),
            PdfName.Rect or PdfName.MediaBox when !isDictionary => (FrameRole.Rectangle, Origin.Nowhere),
            PdfName.A when isDictionary => (FrameRole.Action, Origin.Of(Trigger.Click)),
            // A part of the page that lies in another document (8.10.4).
            PdfName.Ref when isDictionary => (FrameRole.Action, Origin.Of(Trigger.Page)),
            _ => (FrameRole.None, Origin.Nowhere),
        };
    }
}
