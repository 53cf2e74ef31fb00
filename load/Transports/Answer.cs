using Load.Corpus;

namespace Load.Transports;

/// <param name="Reply">What came back.</param>
/// <param name="Sha256">Of the report.</param>
/// <param name="Verdict">Of the report.</param>
/// <param name="Size">Of the report, or the bytes that were counted.</param>
/// <param name="Fault">What went wrong, without anything that differs from request to request; null when nothing did.</param>
internal readonly record struct Answer(Reply Reply, Digest Sha256, Verdict Verdict, long Size, string? Fault = null)
{
    public static Answer Counted(long size) => new(Reply.Counted, default, default, size);

    public static Answer Aborted() => new(Reply.Aborted, default, default, 0);

    public static Answer Failed(string fault) => new(Reply.Failed, default, default, 0, fault);

    public static Answer TimedOut() => new(Reply.TimedOut, default, default, 0, "timed out");
}
