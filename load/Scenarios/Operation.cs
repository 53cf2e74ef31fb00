using Load.Corpus;
using Load.Recording;
using Load.Stores;
using Load.Transports;

namespace Load.Scenarios;

/// <summary>What the requests of a row do, whatever the transport.</summary>
/// <param name="Name">In tables and on the command line.</param>
/// <param name="Define">Makes the NBomber scenario.</param>
internal sealed record Operation(string Name, ScenarioFactory Define)
{
    /// <summary>Whether a request carries the file, so that bytes per second mean something.</summary>
    public bool SendsBody { get; init; }

    /// <summary>Whether the files have to be known to the service before the first request.</summary>
    public bool NeedsKnownFiles { get; init; }

    /// <summary>Whether it asks for what the service only opens to the lab (<c>Analyzer:Ceilings:Enabled</c>).</summary>
    public bool IsCeiling { get; init; }

    /// <summary>Whether the service has no part in it.</summary>
    public bool IsLabOnly { get; init; }

    /// <summary>A report is looked up by hash.</summary>
    public static Operation LookUp { get; } = new("look-up", FileScenario.Known(LookUpAsync)) { NeedsKnownFiles = true };

    /// <summary>A file is uploaded that the service knows; its body is sent all the same.</summary>
    public static Operation Known { get; } = new("known", FileScenario.Known(SubmitAsync)) { SendsBody = true, NeedsKnownFiles = true };

    /// <summary>A known file is submitted by naming its SHA-256 first: the service answers before the body is sent.</summary>
    public static Operation Named { get; } = new("named", FileScenario.Known((lane, file) => lane.Caller.SubmitNamedAsync(file, lane.Deadline))) { NeedsKnownFiles = true };

    /// <summary>A file is uploaded that nobody has seen.</summary>
    public static Operation Unknown { get; } = new("unknown", FileScenario.Fresh(SubmitAsync, Reply.New)) { SendsBody = true };

    /// <summary>An unknown file's upload is broken off in the middle, as by a client that goes away. Nothing is right about the answer but that there is none.</summary>
    public static Operation Aborted { get; } = new("aborted", FileScenario.Fresh((lane, file) => lane.Caller.AbortAsync(file, lane.Deadline), Reply.Aborted));

    /// <summary>A file in memory is hashed; there is no request to schedule.</summary>
    public static Operation Digest { get; } = new("digest", (name, _, _) => throw new InvalidOperationException($"{name} is measured by BenchmarkDotNet."))
    {
        SendsBody = true,
    };

    /// <summary>Any report of those that the store was filled with is looked up, each as likely as another.</summary>
    public static Operation StoredLookUp(ReportArchive archive) =>
        new("look-up", FileScenario.Define((lane, _) => ReportArchive.Upload(archive.Pick(lane.Ordinal)), LookUpAsync, Reply.Known));

    /// <summary>A page is listed, from any report on that the store was filled with.</summary>
    public static Operation StoredList(ReportArchive archive) => new("list", ListScenario.Of(archive));

    /// <summary>Reports are saved in the service's process, without HTTP and analysis.</summary>
    public static Operation Save { get; } = new("save", SaveScenario.Define);

    /// <summary>Ceiling: the lab itself drives a store's engine.</summary>
    public static Operation RawSave(IRawStore store) => new("raw save", SaveScenario.DefineRaw(store)) { IsLabOnly = true };

    /// <summary>Ceiling: nothing is asked for.</summary>
    public static Operation Empty { get; } = new("empty", EmptyScenario.Define) { IsCeiling = true };

    /// <summary>Ceiling: the body is read.</summary>
    public static Operation NullUpload { get; } = UploadUpTo("null", UploadStep.Null);

    /// <summary>Ceiling: the body is read and hashed.</summary>
    public static Operation HashOnly { get; } = UploadUpTo("hash", UploadStep.Hash);

    /// <summary>Ceiling: the body is read and analysed.</summary>
    public static Operation AnalysisOnly { get; } = UploadUpTo("analysis", UploadStep.Analysis);

    private static Task<Answer> LookUpAsync(Lane lane, Upload file) => lane.Caller.LookUpAsync(file.Sha256, lane.Deadline);

    private static Task<Answer> SubmitAsync(Lane lane, Upload file) => lane.Caller.SubmitAsync(file, lane.Deadline);

    /// <summary>The bytes are those of an unknown file, and the service does only a part of its work.</summary>
    private static Operation UploadUpTo(string name, UploadStep step) =>
        new(name, FileScenario.Fresh((lane, file) => lane.Caller.UploadAsync(file, step, lane.Deadline), Reply.Counted)) { SendsBody = true, IsCeiling = true };
}
