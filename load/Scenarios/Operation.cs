using Load.Corpus;
using Load.Recording;
using Load.Stores;
using Load.Transports;
using NBomber.Contracts;

namespace Load.Scenarios;

/// <summary>What the requests of a row do, whatever the transport.</summary>
/// <param name="Name">In tables and on the command line.</param>
/// <param name="Define">Makes the NBomber scenario: its name, who records, and the files to go through.</param>
internal sealed record Operation(string Name, Func<string, Recorder, FileSet, ScenarioProps> Define)
{
    /// <summary>Whether a request carries the file, so that bytes per second mean something.</summary>
    public bool SendsBody { get; init; }

    /// <summary>Whether the files have to be known to the service before the first request.</summary>
    public bool NeedsKnownFiles { get; init; }

    /// <summary>Whether it asks for what the service only opens to the lab (<c>Analyzer:Ceilings:Enabled</c>).</summary>
    public bool IsCeiling { get; init; }

    /// <summary>A report is looked up by hash.</summary>
    public static Operation LookUp { get; } = new("look-up", LookUpScenario.Define) { NeedsKnownFiles = true };

    /// <summary>A file is uploaded that the service knows; its body is sent all the same.</summary>
    public static Operation Known { get; } = new("known", SubmitKnownScenario.Define) { SendsBody = true, NeedsKnownFiles = true };

    /// <summary>A known file is submitted by naming its SHA-256 first.</summary>
    public static Operation Named { get; } = new("named", SubmitNamedScenario.Define) { NeedsKnownFiles = true };

    /// <summary>A file is uploaded that nobody has seen.</summary>
    public static Operation Unknown { get; } = new("unknown", SubmitUnknownScenario.Define) { SendsBody = true };

    /// <summary>An unknown file's upload is broken off in the middle.</summary>
    public static Operation Aborted { get; } = new("aborted", AbortScenario.Define);

    /// <summary>A file in memory is hashed; there is no request to schedule.</summary>
    public static Operation Digest { get; } = new("digest", (name, _, _) => throw new InvalidOperationException($"{name} is measured by BenchmarkDotNet."))
    {
        SendsBody = true,
    };

    /// <summary>Any report of those that the store was filled with is looked up.</summary>
    public static Operation StoredLookUp(ReportArchive archive) => new("look-up", StoredScenario.DefineLookUp(archive));

    /// <summary>A page is listed, from any report on that the store was filled with.</summary>
    public static Operation StoredList(ReportArchive archive) => new("list", StoredScenario.DefineList(archive));

    /// <summary>Reports are saved in the service's process, without HTTP and analysis.</summary>
    public static Operation Save { get; } = new("save", SaveScenario.Define);

    /// <summary>Ceiling: the lab itself drives a store's engine.</summary>
    public static Operation RawSave(IRawStore store) => new("raw save", SaveScenario.DefineRaw(store));

    /// <summary>Ceiling: nothing is asked for.</summary>
    public static Operation Empty { get; } = new("empty", CeilingScenario.DefineEmpty) { IsCeiling = true };

    /// <summary>Ceiling: the body is read.</summary>
    public static Operation NullUpload { get; } = new("null", CeilingScenario.DefineUpload(UploadStep.Null)) { SendsBody = true, IsCeiling = true };

    /// <summary>Ceiling: the body is read and hashed.</summary>
    public static Operation HashOnly { get; } = new("hash", CeilingScenario.DefineUpload(UploadStep.Hash)) { SendsBody = true, IsCeiling = true };

    /// <summary>Ceiling: the body is read and analysed.</summary>
    public static Operation AnalysisOnly { get; } = new("analysis", CeilingScenario.DefineUpload(UploadStep.Analysis)) { SendsBody = true, IsCeiling = true };
}
