using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Operations;

/// <summary>One request about a file.</summary>
internal delegate Task<AnalyzerResponse> Send(ICaller caller, Upload file, CancellationToken deadline);

/// <summary>Requests about one file each: the file is made ready, the request is sent, and its answer is looked at.</summary>
/// <param name="context">The parts that requests are made with.</param>
/// <param name="choose">Comes up with the file, before the clock starts.</param>
/// <param name="expected">The kind of answer that is right.</param>
/// <param name="send">Comes up with the request, which is timed.</param>
internal sealed class FileClient(
    OperationContext context, Func<long, Upload> choose, AnalyzerResponseKind expected, Func<long, Send> send) : IClient
{
    private Upload _file;
    private Send? _send;
    private AnalyzerResponse _response;

    public FileClient(OperationContext context, Func<long, Upload> choose, Send send, AnalyzerResponseKind expected)
        : this(context, choose, expected, _ => send)
    {
    }

    public void Prepare(long ordinal) => (_file, _send) = (choose(ordinal), send(ordinal));

    public async Task SendAsync(CancellationToken deadline) => _response = await _send!(context.Caller, _file, deadline);

    public RequestAssessment Check() => new Expected(expected, _file).Assess(_response, context.Verdicts);

    public void Dispose()
    {
        context.Caller.Dispose();
        context.Fresh.Dispose();
    }
}

/// <summary>Lists a page of the reports that the store was filled with, beginning at any of them.</summary>
internal sealed class ListClient(OperationContext context, ReportArchive archive) : IClient
{
    private static readonly byte[] Page = new byte[ICaller.PageSize];

    private string _cursor = "";
    private Upload _first;
    private AnalyzerResponse _response;

    public void Prepare(long ordinal)
    {
        var after = Math.Max(archive.Pick(ordinal), ICaller.PageSize);
        (_cursor, _first) = (ReportArchive.Cursor(after), ReportArchive.Upload(after - 1));
    }

    public async Task SendAsync(CancellationToken deadline) => _response = await context.Caller.ListAsync(_cursor, deadline);

    public RequestAssessment Check() =>
        new Expected(AnalyzerResponseKind.Listed, _first with { Head = Page }).Assess(_response, context.Verdicts);

    public void Dispose()
    {
        context.Caller.Dispose();
        context.Fresh.Dispose();
    }
}
