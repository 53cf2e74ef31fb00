namespace Analyzer.Engines.Pdf.Actions;

/// <summary>What an action does, by its kind and by what it names; the worse ones come first.</summary>
internal enum Behaviour
{
    /// <summary>Starts a program.</summary>
    LaunchProgram,

    /// <summary>Opens an address that a program handles which can be made to start others.</summary>
    OpenHandler,

    /// <summary>Opens an address that is a script.</summary>
    OpenCode,

    /// <summary>Opens the address of a program.</summary>
    OpenProgram,

    /// <summary>Opens or fetches a file on another machine.</summary>
    OpenShare,

    /// <summary>Opens the address of a file on this machine.</summary>
    OpenLocalFile,

    /// <summary>Opens a file with the program that is meant for it.</summary>
    LaunchFile,
    OpenUri,
    Submit,
    Import,
    OpenRemote,

    /// <summary>Fetches a part of the document from the network.</summary>
    Fetch,
}

internal static class Behaviours
{
    public static readonly int Count = Enum.GetValues<Behaviour>().Length;

    /// <returns>Null when nothing leads out of the document.</returns>
    public static Behaviour? Of(ActionKinds kinds) => kinds switch
    {
        _ when Has(kinds, ActionKinds.Launch) && Has(kinds, ActionKinds.Program) => Behaviour.LaunchProgram,
        _ when Has(kinds, ActionKinds.Handler) => Behaviour.OpenHandler,
        _ when Has(kinds, ActionKinds.Code) => Behaviour.OpenCode,
        _ when Has(kinds, ActionKinds.Share) => Behaviour.OpenShare,
        _ when Has(kinds, ActionKinds.Program) => Behaviour.OpenProgram,
        _ when Has(kinds, ActionKinds.LocalFile) => Behaviour.OpenLocalFile,
        _ when Has(kinds, ActionKinds.Launch) => Behaviour.LaunchFile,
        _ when Has(kinds, ActionKinds.Uri) => Behaviour.OpenUri,
        _ when Has(kinds, ActionKinds.SubmitForm) => Behaviour.Submit,
        _ when Has(kinds, ActionKinds.ImportData) => Behaviour.Import,
        _ when Has(kinds, ActionKinds.GoToRemote) || (Has(kinds, ActionKinds.Thread) && Has(kinds, ActionKinds.File)) =>
            Behaviour.OpenRemote,
        _ when Has(kinds, ActionKinds.Web) => Behaviour.Fetch,
        _ => null,
    };

    private static bool Has(ActionKinds kinds, ActionKinds some) => (kinds & some) != 0;
}
