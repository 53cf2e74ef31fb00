using Hosting.Audit;

namespace Hosting.Tests.Audit;

/// <summary>Keeps in memory what it gets, once it is open.</summary>
internal sealed class BlockedSink : IAuditSink
{
    public TaskCompletionSource Open { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>How often it throws first.</summary>
    public int Failures { get; set; }

    /// <summary>Makes what it throws.</summary>
    public Func<Exception> Failure { get; set; } = () => new IOException("away");

    public List<AuditRecord> Written { get; } = [];

    public string Kind => "memory";

    public string Place => "memory";

    public async Task WriteAsync(IReadOnlyList<AuditRecord> records, CancellationToken cancellationToken)
    {
        await Open.Task;
        if (Failures-- > 0)
        {
            throw Failure();
        }

        Written.AddRange(records);
    }
}
