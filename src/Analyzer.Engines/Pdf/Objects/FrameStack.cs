using Analyzer.Engines.Pdf.Actions;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>The dictionaries and arrays that are open, the outermost first.</summary>
internal sealed class FrameStack
{
    private const int MaxDepth = 48;
    private const int NoOwner = 0;

    private readonly Frame[] _frames = new Frame[MaxDepth];
    private int _beyond;

    public int Depth { get; private set; }

    /// <summary>Whether more are open than are followed.</summary>
    public bool IsBeyond => _beyond > 0;

    /// <summary>Whether one is open that takes the next value.</summary>
    public bool TakesValues => Depth > 0 && _beyond == 0;

    public ref Frame Top => ref _frames[Depth - 1];

    /// <summary>The one around the innermost one.</summary>
    public ref Frame Around => ref _frames[Depth - 2];

    /// <param name="owner">The number of the object that it is in.</param>
    /// <returns>False when it is nested too deep to be followed.</returns>
    public bool Open(bool isDictionary, int owner)
    {
        if (Depth == MaxDepth)
        {
            _beyond++;
            return false;
        }

        var (role, itsOwner) = Depth == 0 ? (FrameRole.Object, owner) : RoleIn(ref Top, isDictionary);
        _frames[Depth++].Begin(isDictionary, role, itsOwner);
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

    /// <summary>Notes that a file on another machine is named: the file may be that of an action around the file specification.</summary>
    public void MarkUnc(TextRange name)
    {
        for (var i = 0; i < Depth; i++)
        {
            ref var frame = ref _frames[i];
            (frame.IsUnc, frame.Argument) = (true, frame.IsUnc ? frame.Argument : name);
        }
    }

    private static (FrameRole Role, int Owner) RoleIn(ref Frame parent, bool isDictionary)
    {
        if (!parent.IsDictionary)
        {
            return parent.Role switch
            {
                FrameRole.ActionList or FrameRole.Object => (FrameRole.Action, parent.Owner),
                FrameRole.ParametersList => (FrameRole.Parameters, parent.Owner),
                _ => (FrameRole.None, NoOwner),
            };
        }

        if (!parent.HasKey)
        {
            return (FrameRole.None, NoOwner);
        }

        return parent.Key switch
        {
            PdfName.OpenAction => (isDictionary ? FrameRole.Action : FrameRole.Destination, ActionGraph.OpenAction),
            PdfName.AA => (FrameRole.Events, ActionGraph.AdditionalActions),
            PdfName.Next when parent.Role is FrameRole.Action or FrameRole.Object =>
                (isDictionary ? FrameRole.Action : FrameRole.ActionList, parent.Owner),
            PdfName.Filter when parent.Role == FrameRole.Object && !isDictionary => (FrameRole.FilterList, NoOwner),
            PdfName.DecodeParms or PdfName.DP when parent.Role == FrameRole.Object =>
                (isDictionary ? FrameRole.Parameters : FrameRole.ParametersList, NoOwner),
            PdfName.EF when isDictionary => (FrameRole.EmbeddedFiles, NoOwner),
            PdfName.XFA when !isDictionary => (FrameRole.FormPackets, NoOwner),
            _ when isDictionary && parent.Role == FrameRole.Events => (FrameRole.Action, parent.Owner),
            _ when isDictionary && parent is { Role: FrameRole.Object, OnlyEvents: true } => (FrameRole.Action, parent.Owner),

            // The file specification of an action: which file it names may stand in further objects.
            PdfName.F when isDictionary && parent.Role is FrameRole.Action or FrameRole.Object => (FrameRole.Action, parent.Owner),
            _ => (FrameRole.None, NoOwner),
        };
    }
}
