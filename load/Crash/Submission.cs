using Load.Corpus;

namespace Load.Crash;

/// <summary>A file that was sent at least once, and what the service has said of it.</summary>
/// <param name="upload">To send it again; keeps the memory it names.</param>
internal sealed class Submission(Upload upload)
{
    private readonly Lock _lock = new();
    private bool _new;

    public Upload Upload => upload;

    public Digest Id => upload.Sha256;

    /// <summary>The first report that was answered; null as long as none was. From then on it has to stay.</summary>
    public byte[]? Acknowledged { get; private set; }

    /// <summary>A report was answered.</summary>
    /// <param name="report">Its JSON form.</param>
    /// <param name="isNew">The service said that it had not known the file.</param>
    /// <returns>What is wrong with that, after all it said before; null when nothing is.</returns>
    public string? Acknowledge(byte[] report, bool isNew)
    {
        lock (_lock)
        {
            if (isNew && _new)
            {
                return "is new, for the second time";
            }

            _new |= isNew;
            Acknowledged ??= report;
            return ReportFault.Between(Acknowledged, report);
        }
    }
}
