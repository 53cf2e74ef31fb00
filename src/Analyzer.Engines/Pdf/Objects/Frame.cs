using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Analyzer.Engines.Pdf.Actions;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>A dictionary or an array that is open.</summary>
internal struct Frame
{
    public const int MaxReferences = 12;

    public bool IsDictionary;
    public bool HasKey;
    public bool OnlyEvents;
    public bool HasNames;
    public bool IsUnc;
    public FrameRole Role;
    public PdfName Key;
    public ActionKinds Action;
    public TextRange Argument;
    public int Owner;
    public int Values;
    public int Strings;
    public int ReferenceCount;
    public FrameReferences References;

    /// <summary>The name of a file that it gives.</summary>
    public TextRange Name;

    /// <summary>The object that the name of a file lies in; 0 for none.</summary>
    public int NameObject;

    /// <summary>The object that lists the streams of the file that it describes; 0 for none.</summary>
    public int EmbeddedList;
    public int EmbeddedCount;
    public FrameReferences EmbeddedReferences;

    /// <summary>The objects that it refers to, as far as they are remembered.</summary>
    [UnscopedRef]
    public readonly ReadOnlySpan<int> Remembered => ((ReadOnlySpan<int>)References)[..Math.Min(ReferenceCount, MaxReferences)];

    /// <summary>The streams of the file that it describes, as far as they are remembered.</summary>
    [UnscopedRef]
    public readonly ReadOnlySpan<int> Embedded => ((ReadOnlySpan<int>)EmbeddedReferences)[..EmbeddedCount];

    /// <summary>The actions that the dictionary or array describes.</summary>
    public readonly ActionKinds Kinds
    {
        get
        {
            if (!IsDictionary)
            {
                return ActionKinds.GoTo | (ReferenceCount > MaxReferences ? ActionKinds.Forgotten : ActionKinds.None);
            }

            var kinds = Action == ActionKinds.None ? ActionKinds.Other : Action;
            kinds |= IsUnc ? ActionKinds.Unc : ActionKinds.None;
            kinds |= OnlyEvents ? ActionKinds.None : ActionKinds.NoEvents;
            return OnlyEvents && ReferenceCount > MaxReferences ? kinds | ActionKinds.Forgotten : kinds;
        }
    }

    /// <summary>Begins another one; what was remembered stays where it is, and counts no longer.</summary>
    public void Begin(bool isDictionary, FrameRole role, int owner)
    {
        (IsDictionary, HasKey, OnlyEvents, HasNames, IsUnc) = (isDictionary, false, isDictionary, false, false);
        (Role, Key, Action, Owner) = (role, PdfName.Unknown, ActionKinds.None, owner);
        (Values, Strings, ReferenceCount, Argument) = (0, 0, 0, default);
        (Name, NameObject, EmbeddedList, EmbeddedCount) = (default, 0, 0, 0);
    }

    /// <summary>Takes the type of an action; of two the worse counts, because readers disagree on which one does.</summary>
    public void AddAction(PdfName type) => Action |= type switch
    {
        PdfName.GoTo => ActionKinds.GoTo,
        PdfName.URI => ActionKinds.Uri,
        PdfName.Launch => ActionKinds.Launch,
        PdfName.JavaScript or PdfName.Rendition => ActionKinds.JavaScript,
        PdfName.SubmitForm => ActionKinds.SubmitForm,
        PdfName.ImportData => ActionKinds.ImportData,
        PdfName.GoToR or PdfName.GoToE => ActionKinds.GoToRemote,
        _ => ActionKinds.Other,
    };

    public void EndValue()
    {
        HasKey = false;
        Values++;
    }

    /// <summary>Ends a value that is a dictionary or an array: what a file specification names, the action around it does.</summary>
    public void EndValue(ref Frame inner)
    {
        Argument = Argument.Length == 0 && inner.Action == ActionKinds.None ? inner.Argument : Argument;
        EndValue();
    }

    public void AddReference(int target)
    {
        if (ReferenceCount < MaxReferences)
        {
            References[ReferenceCount] = target;
        }

        ReferenceCount++;
    }

    /// <returns>False when it has no room for one more stream.</returns>
    public bool AddEmbedded(int target)
    {
        if (Embedded.Contains(target))
        {
            return true;
        }

        if (EmbeddedCount == MaxReferences)
        {
            return false;
        }

        EmbeddedReferences[EmbeddedCount++] = target;
        return true;
    }
}

/// <summary>Where the address or the file's name is kept that a dictionary or an array names.</summary>
internal readonly record struct TextRange(int Start, int Length);

/// <summary>The meaning of a dictionary or an array, by its place.</summary>
internal enum FrameRole : byte
{
    None,

    /// <summary>The object itself.</summary>
    Object,
    Action,
    ActionList,
    Destination,
    Events,
    FilterList,
    Parameters,
    ParametersList,
    EmbeddedFiles,

    /// <summary>The names and streams of an XML form's parts.</summary>
    FormPackets,
}

/// <summary>The objects that the frame refers to, as far as they are remembered.</summary>
[InlineArray(Frame.MaxReferences)]
internal struct FrameReferences
{
    private int _first;
}
