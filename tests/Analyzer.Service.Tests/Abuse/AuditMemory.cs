using System.Collections.Concurrent;
using Hosting.Audit;

namespace Analyzer.Service.Tests.Abuse;

/// <summary>Keeps the audit records of the hosts that it is registered in.</summary>
internal sealed class AuditMemory : IAuditSink
{
    private readonly ConcurrentQueue<AuditRecord> _records = new();

    public IReadOnlyList<AuditRecord> Records => [.. _records];

    public string Kind => "memory";

    public string Place => "memory";

    public Task WriteAsync(IReadOnlyList<AuditRecord> records, CancellationToken cancellationToken)
    {
        foreach (var record in records)
        {
            _records.Enqueue(record);
        }

        return Task.CompletedTask;
    }
}
