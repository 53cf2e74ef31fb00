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

    /// <summary>Whether it has events in itself, or names another object as such.</summary>
    public bool HasEvents;

    /// <summary>Whether it has a key that fields have.</summary>
    public bool IsField;

    /// <summary>Whether it has a key that pages have.</summary>
    public bool IsPage;

    /// <summary>Whether it is a node of the tree of scripts that run when the document is opened.</summary>
    public bool IsScriptTree;

    /// <summary>Whether it, or its action, leads out of the document or runs a script.</summary>
    public bool Leads;

    /// <summary>The object that its action is; 0 for none.</summary>
    public int ActionObject;

    /// <summary>The object that names the type of the action; 0 for none.</summary>
    public int TypeObject;

    /// <summary>Whether it has an appearance of its own.</summary>
    public bool IsShown;

    /// <summary>Of its rectangle, or of the rectangle that it is, in square points.</summary>
    public double Area;

    public FrameRole Role;
    public PdfName Key;
    public ActionKinds Action;

    /// <summary>The kinds of what it names, and of what the dictionaries in it name that are no actions themselves.</summary>
    public ActionKinds Named;

    public TextRange Argument;

    /// <summary>Where the action or script stands that it is.</summary>
    public Origin Origin;

    public int Values;
    public int Strings;
    public int ReferenceCount;
    public FrameReferences References;

    /// <summary>The keys of those references.</summary>
    public FrameKeys Keys;

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
                return ActionKinds.GoTo | Named | (Strings > 0 || HasNames ? ActionKinds.Text : ActionKinds.None) | (
                    ReferenceCount > MaxReferences ? ActionKinds.Forgotten : ActionKinds.None);
            }

            var kinds = (Action == ActionKinds.None ? ActionKinds.Other : Action) | Named;
            kinds |= OnlyEvents ? ActionKinds.None : ActionKinds.NoEvents;
            return OnlyEvents && ReferenceCount > MaxReferences ? kinds | ActionKinds.Forgotten : kinds;
        }
    }

    /// <summary>Whether it can be the dictionary of scripts that data of a form come with.</summary>
    public readonly bool HoldsScripts => IsScriptTree || Role == FrameRole.Object;

    /// <summary>Whether the next value is a script that runs when data of a form are opened.</summary>
    public readonly bool TakesFormScript => IsDictionary
        ? HasKey && HoldsScripts && Key is PdfName.Before or PdfName.After or PdfName.AfterPermsReady
        : Role == FrameRole.FormScripts && Values % 2 == 1;

    /// <summary>What it has events as.</summary>
    public readonly ActionKinds EventOwner =>
        !HasEvents ? ActionKinds.None : IsField && !IsPage ? ActionKinds.FieldEvents : ActionKinds.OtherEvents;

    /// <summary>Whether the next value is a font's matrix, or a number of it.</summary>
    public readonly bool IsFontMatrix => Role == FrameRole.FontMatrix || (IsDictionary && HasKey && Key == PdfName.FontMatrix);

    /// <summary>Begins another one; what was remembered stays where it is, and counts no longer.</summary>
    public void Begin(bool isDictionary, FrameRole role, Origin origin)
    {
        (IsDictionary, HasKey, OnlyEvents, HasNames, HasEvents) = (isDictionary, false, isDictionary, false, false);
        (IsField, IsPage, IsScriptTree) = (false, false, role == FrameRole.ScriptTree);
        (Leads, ActionObject, TypeObject, IsShown, Area) = (false, 0, 0, false, 0);
        (Role, Key, Origin) = (role, PdfName.Unknown, origin);
        (Action, Named, Argument) = (ActionKinds.None, ActionKinds.None, default);
        (Values, Strings, ReferenceCount) = (0, 0, 0);
        (Name, NameObject, EmbeddedList, EmbeddedCount) = (default, 0, 0, 0);
    }

    /// <summary>Takes the type of an action; of two the worse counts, because readers disagree on which one does.</summary>
    public void AddAction(PdfName type) => Action |= KindOf(type);

    /// <summary>The kind of an action of this type.</summary>
    public static ActionKinds KindOf(PdfName type) => type switch
    {
        PdfName.GoTo => ActionKinds.GoTo,
        PdfName.URI => ActionKinds.Uri,
        PdfName.Launch => ActionKinds.Launch,
        PdfName.JavaScript or PdfName.Rendition => ActionKinds.JavaScript,
        PdfName.SubmitForm => ActionKinds.SubmitForm,
        PdfName.ImportData => ActionKinds.ImportData,
        PdfName.GoToR or PdfName.GoToE => ActionKinds.GoToRemote,
        PdfName.Thread => ActionKinds.Thread,
        _ => ActionKinds.Other,
    };

    public void BeginValue(PdfName key)
    {
        (Key, HasKey) = (key, true);
        OnlyEvents &= PdfNames.IsEvent(key);
        IsField |= key is PdfName.FT or PdfName.Ff or PdfName.DA;
        IsShown |= key == PdfName.AP;
        IsPage |= key is PdfName.MediaBox or PdfName.Resources or PdfName.Annots or PdfName.Pages;
    }

    public void EndValue()
    {
        HasKey = false;
        Values++;
    }

    /// <summary>Ends a value that is a dictionary or an array: what a file specification names, the action around it does.</summary>
    public void EndValue(ref Frame inner)
    {
        if (inner.Action == ActionKinds.None)
        {
            Argument = Argument.Length == 0 ? inner.Argument : Argument;
            Named |= inner.Named;
        }

        EndValue();
    }

    public void AddReference(int target)
    {
        if (ReferenceCount < MaxReferences)
        {
            References[ReferenceCount] = target;
            Keys[ReferenceCount] = Key;
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

/// <summary>The objects that the frame refers to, as far as they are remembered.</summary>
[InlineArray(Frame.MaxReferences)]
internal struct FrameReferences
{
    private int _first;
}

/// <summary>The keys of the objects that the frame refers to.</summary>
[InlineArray(Frame.MaxReferences)]
internal struct FrameKeys
{
    private PdfName _first;
}
