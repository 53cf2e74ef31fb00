namespace Analyzer.Engines.Pdf.Actions;

/// <summary>What an action does, by its kind and by what it names; the worse ones come first.</summary>
internal enum ActionBehaviour
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

internal static class ActionBehaviours
{
    public static readonly int Count = Enum.GetValues<ActionBehaviour>().Length;

    /// <returns>Null when nothing leads out of the document.</returns>
    public static ActionBehaviour? Of(ActionKinds kinds) => kinds switch
    {
        _ when Has(kinds, ActionKinds.Launch) && Has(kinds, ActionKinds.Program) => ActionBehaviour.LaunchProgram,
        _ when Has(kinds, ActionKinds.Handler) => ActionBehaviour.OpenHandler,
        _ when Has(kinds, ActionKinds.Code) => ActionBehaviour.OpenCode,
        _ when Has(kinds, ActionKinds.Share) => ActionBehaviour.OpenShare,

        // A form is sent to a program of the server's.
        _ when Has(kinds, ActionKinds.Program) && (!Has(kinds, ActionKinds.SubmitForm) || Has(kinds, ActionKinds.Uri)) =>
            ActionBehaviour.OpenProgram,
        _ when Has(kinds, ActionKinds.LocalFile) => ActionBehaviour.OpenLocalFile,
        _ when Has(kinds, ActionKinds.Launch) => ActionBehaviour.LaunchFile,
        _ when Has(kinds, ActionKinds.Uri) => ActionBehaviour.OpenUri,
        _ when Has(kinds, ActionKinds.SubmitForm) => ActionBehaviour.Submit,
        _ when Has(kinds, ActionKinds.ImportData) => ActionBehaviour.Import,
        _ when Has(kinds, ActionKinds.GoToRemote) || (Has(kinds, ActionKinds.Thread) && Has(kinds, ActionKinds.File)) =>
            ActionBehaviour.OpenRemote,
        _ when Has(kinds, ActionKinds.Web) => ActionBehaviour.Fetch,
        _ => null,
    };

    private static bool Has(ActionKinds kinds, ActionKinds some) => (kinds & some) != 0;
}
