using Crash.Faults;
using Crash.Systems.Analyzer.Clients;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Analyzer.Transports.Rest;

namespace Crash.Systems.Analyzer;

/// <summary>A file that was sent at least once, and what the service has said about it.</summary>
internal sealed class SentFile : ILedgerEntry
{
    private readonly Lock _lock = new();
    private bool _isNew;

    /// <param name="upload">The file, to be sent again too. Its tail is copied; the memory of its head has to stay.</param>
    public SentFile(Upload upload)
    {
        Upload = upload with { Tail = upload.Tail.ToArray() };
        Id = upload.Sha256.ToString();
        File = new FileToSend([Upload.Head, Upload.Tail], upload.Size);
    }

    public string Id { get; }

    public Upload Upload { get; }

    public FileToSend File { get; }

    public byte[]? Acknowledged { get; private set; }

    /// <summary>Writes down that a report was answered.</summary>
    /// <param name="report">Its JSON form.</param>
    /// <param name="isNew">The service said that it had not known the file.</param>
    /// <returns>Why that contradicts what it said before, or null.</returns>
    public string? Acknowledge(byte[] report, bool isNew)
    {
        lock (_lock)
        {
            if (isNew && _isNew)
            {
                return "is new, for the second time";
            }

            _isNew |= isNew;
            Acknowledged ??= report;
            return ContentFault.Between(Acknowledged, report);
        }
    }

    /// <summary>Compares a report with what the lab knows about the file.</summary>
    /// <returns>The problem, or null.</returns>
    public string? FaultOf(byte[] report)
    {
        var answer = RestReport.Read(report, AnalyzerResponseKind.Known);
        return answer.Fault
            ?? (answer.Sha256 != Upload.Sha256 ? $"is about another file, {answer.Sha256}"
            : answer.Size != Upload.Size ? $"gives {answer.Size} bytes for a file of {Upload.Size}"
            : answer.Verdict != Upload.Source.Verdict ? $"calls a file {answer.Verdict} that is {Upload.Source.Verdict}"
            : null);
    }
}
