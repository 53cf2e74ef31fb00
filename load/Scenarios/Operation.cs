using Load.Corpus;
using Load.Recording;
using NBomber.Contracts;

namespace Load.Scenarios;

/// <summary>What the requests of a row do, whatever the transport.</summary>
/// <param name="Name">In tables and on the command line.</param>
/// <param name="SendsBody">Whether a request carries the file, so that bytes per second mean something.</param>
/// <param name="NeedsKnownFiles">Whether the files have to be known to the service before the first request.</param>
/// <param name="Define">Makes the NBomber scenario: its name, who records, and the files to go through.</param>
internal sealed record Operation(
    string Name, bool SendsBody, bool NeedsKnownFiles, Func<string, Recorder, FileSet, ScenarioProps> Define)
{
    /// <summary>A report is looked up by hash.</summary>
    public static Operation LookUp { get; } = new("look-up", SendsBody: false, NeedsKnownFiles: true, LookUpScenario.Define);

    /// <summary>A file is uploaded that the service knows; its body is sent all the same.</summary>
    public static Operation Known { get; } = new("known", SendsBody: true, NeedsKnownFiles: true, SubmitKnownScenario.Define);

    /// <summary>A file is uploaded that nobody has seen.</summary>
    public static Operation Unknown { get; } = new("unknown", SendsBody: true, NeedsKnownFiles: false, SubmitUnknownScenario.Define);
}
