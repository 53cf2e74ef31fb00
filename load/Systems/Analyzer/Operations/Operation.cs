using Load.Measuring;
using Load.Statistics;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Operations;

/// <summary>The parts that a request is made with.</summary>
/// <param name="Caller">For one request at a time.</param>
/// <param name="Files">To go through.</param>
/// <param name="Fresh">Makes new files.</param>
/// <param name="Verdicts">The right verdicts.</param>
/// <param name="Seed">Differs from client to client, and is the same in every run of one seed.</param>
internal sealed record OperationContext(ICaller Caller, FileSet Files, FreshFile Fresh, ExpectedVerdicts Verdicts, ulong Seed);

/// <summary>The kind of request that a row sends, whatever the transport.</summary>
/// <param name="Name">In tables and on the command line.</param>
/// <param name="NewClient">For one virtual user.</param>
internal sealed record Operation(string Name, Func<OperationContext, IClient> NewClient)
{
    /// <summary>How long a slow sender takes.</summary>
    public static readonly TimeSpan SlowSender = TimeSpan.FromSeconds(1.5);

    /// <summary>Whether a request carries the file, so that bytes per second mean something.</summary>
    public bool SendsBody { get; init; }

    /// <summary>Whether the files have to be known to the service before the first request.</summary>
    public bool NeedsKnownFiles { get; init; }

    /// <summary>Whether it asks for what the service opens to the lab only.</summary>
    public bool IsCeiling { get; init; }

    /// <summary>Whether it asks for pages of reports.</summary>
    public bool IsListing { get; init; }

    /// <summary>Whether the service has no part in it.</summary>
    public bool IsLabOnly { get; init; }

    /// <summary>A report is looked up by hash.</summary>
    public static Operation LookUp { get; } = new("look-up", Known(LookUpAsync)) { NeedsKnownFiles = true };

    /// <summary>A report is looked up that is not there; the right answer says so.</summary>
    public static Operation Declined { get; } = LookUpOfNone(AnalyzerResponseKind.Declined);

    /// <summary>The same with a key that does not hold; the right answer says that, and not whether there is a report.</summary>
    public static Operation WithoutKey { get; } = LookUpOfNone(AnalyzerResponseKind.WithoutKey);

    /// <summary>A file is uploaded that the service knows; its body is sent nevertheless.</summary>
    public static Operation KnownFile { get; } = new("known", Known(SubmitAsync)) { SendsBody = true, NeedsKnownFiles = true };

    /// <summary>A known file is submitted by naming its SHA-256 first: the service answers before the body is sent.</summary>
    public static Operation Named { get; } =
        new("named", Known((caller, file, deadline) => caller.SubmitNamedAsync(file, TimeSpan.Zero, deadline))) { NeedsKnownFiles = true };

    /// <summary>Uploads a new file.</summary>
    public static Operation Unknown { get; } = new("unknown", Fresh(SubmitAsync, AnalyzerResponseKind.New)) { SendsBody = true };

    /// <summary>An unknown file is named first, and its body sent when the service has asked for it.</summary>
    public static Operation Asked { get; } = new(
        "asked",
        Fresh((caller, file, deadline) => caller.SubmitNamedAsync(file, TimeSpan.Zero, deadline), AnalyzerResponseKind.New))
    {
        SendsBody = true,
    };

    /// <summary>The same, and three senders in ten take long to send what they were asked for.</summary>
    public static Operation AskedOfSlow { get; } = new(
        "some-slow",
        context => new FileClient(context, ordinal => context.Fresh.Of(context.Files.At(ordinal)), AnalyzerResponseKind.New,
            ordinal => (caller, file, deadline) =>
                caller.SubmitNamedAsync(file, ordinal % 10 < 3 ? SlowSender : TimeSpan.Zero, deadline)))
    {
        SendsBody = true,
    };

    /// <summary>
    /// An unknown file's upload is broken off in the middle, as by a client that goes away. The only right answer is none.
    /// </summary>
    public static Operation Aborted { get; } =
        new("aborted", Fresh((caller, file, deadline) => caller.AbortAsync(file, deadline), AnalyzerResponseKind.Aborted));

    /// <summary>Any of the reports that the store was filled with is looked up, each as likely as another.</summary>
    public static Operation StoredLookUp(ReportArchive archive) => new(
        "look-up",
        context =>
            new FileClient(context, ordinal => ReportArchive.Upload(archive.Pick(ordinal)), LookUpAsync, AnalyzerResponseKind.Known));

    /// <summary>A page is listed, beginning at any of the reports that the store was filled with.</summary>
    public static Operation StoredList(ReportArchive archive) =>
        new("list", context => new ListClient(context, archive)) { IsListing = true };

    /// <summary>Reports are saved in the service's process, without HTTP and analysis.</summary>
    public static Operation Save { get; } = new("save", context => new SaveClient(context)) { IsCeiling = true };

    /// <summary>Ceiling: the lab itself drives a store's engine.</summary>
    public static Operation RawSave(IRawStore store) => new("raw save", context => new RawSaveClient(context, store)) { IsLabOnly = true };

    /// <summary>Ceiling: nothing is asked for.</summary>
    public static Operation Empty { get; } = new(
        "empty",
        context =>
            new FileClient(context, _ => default, (caller, _, deadline) => caller.EmptyAsync(deadline), AnalyzerResponseKind.Counted))
    {
        IsCeiling = true,
    };

    /// <summary>Ceiling: the body is read.</summary>
    public static Operation NullUpload { get; } = UploadUpTo("null", UploadStep.Null);

    /// <summary>Ceiling: the body is read and hashed.</summary>
    public static Operation HashOnly { get; } = UploadUpTo("hash", UploadStep.Hash);

    /// <summary>Ceiling: the body is read and analysed.</summary>
    public static Operation AnalysisOnly { get; } = UploadUpTo("analysis", UploadStep.Analysis);

    private static Operation LookUpOfNone(AnalyzerResponseKind expected) => new(
        "declined",
        context =>
        {
            // Drawn, no file's: to make and hash one for each request would be counted against the row's rate.
            var draws = new SplitMix64(context.Seed);
            return new FileClient(
                context, ordinal => context.Files.At(ordinal).Known with { Sha256 = Digest.Draw(ref draws) }, LookUpAsync, expected);
        });

    /// <summary>About a file that the service knows.</summary>
    private static Func<OperationContext, IClient> Known(Send send) =>
        context => new FileClient(context, ordinal => context.Files.At(ordinal).Known, send, AnalyzerResponseKind.Known);

    /// <summary>About a new file: each request has its own content, made and hashed before its clock starts.</summary>
    private static Func<OperationContext, IClient> Fresh(Send send, AnalyzerResponseKind expected) =>
        context => new FileClient(context, ordinal => context.Fresh.Of(context.Files.At(ordinal)), send, expected);

    /// <summary>The bytes are those of an unknown file, and the service does only a part of its work.</summary>
    private static Operation UploadUpTo(string name, UploadStep step) =>
        new(name, Fresh((caller, file, deadline) => caller.UploadAsync(file, step, deadline), AnalyzerResponseKind.Counted))
        {
            SendsBody = true,
            IsCeiling = true,
        };

    private static Task<AnalyzerResponse> LookUpAsync(ICaller caller, Upload file, CancellationToken deadline) =>
        caller.LookUpAsync(file.Sha256, deadline);

    private static Task<AnalyzerResponse> SubmitAsync(ICaller caller, Upload file, CancellationToken deadline) =>
        caller.SubmitAsync(file, deadline);
}
