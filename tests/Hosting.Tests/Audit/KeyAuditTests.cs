using System.Text.Json.Nodes;
using Hosting.Access;
using Hosting.Audit;
using Hosting.Tests.Hello;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Audit;

/// <summary>Each key that changes is told to the audit stream, whether the host runs or not, and once.</summary>
public sealed class KeyAuditTests : IDisposable
{
    private readonly TempDirectory _folder = new("key-audit");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private KeyFile Memory => new(_folder.Combine("memory"));

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Host_KeysThatChangeWhileItIsStopped_AreLinesOfItsNextStart()
    {
        using var keys = new ClientKeys();
        var audit = _folder.Combine("audit.ndjson");
        var first = keys.Add("first", ["read"]);
        (await ServeAsync(keys.File, audit)).ShouldBe([$"key-added {Id(first)} while-stopped"]);

        var second = keys.Add("second", ["read"]);
        keys.Revoke(first);
        (await ServeAsync(keys.File, audit)).ShouldBe([$"key-revoked {Id(first)} while-stopped", $"key-added {Id(second)} while-stopped"]);

        (await ServeAsync(keys.File, audit)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Tell_KeysThatChangeWhileTheHostRuns_AreToldWithoutAResult()
    {
        var (kept, changed, gone) = (NewKey(), NewKey(), NewKey());
        using var trail = Trail(out var sink);
        var audit = Audit(trail);

        audit.Tell([kept, changed, gone]);
        audit.Tell([kept with { Revoked = DateTimeOffset.UnixEpoch }, changed with { Scopes = ["admin"] }, NewKey()]);
        await WriteAsync(trail, sink);

        sink.Written.Take(3).ShouldAllBe(record => record.Action == "key-added" && record.Result == KeyAudit.WhileStopped);
        sink.Written.Skip(3).Select(record => $"{record.Action} {record.Target} {record.Result}".TrimEnd()).ShouldBe(
            [$"key-revoked {kept.Id}", $"key-changed {changed.Id}", $"key-added {sink.Written[5].Target}", $"key-removed {gone.Id}"]);
    }

    [Fact]
    public async Task Tell_KeyThatHoldsAgainOrHasAnotherName_HasChanged()
    {
        var (revoked, named) = (NewKey() with { Revoked = DateTimeOffset.UnixEpoch }, NewKey());
        using var trail = Trail(out var sink);
        var audit = Audit(trail);

        audit.Tell([revoked, named]);
        audit.Tell([revoked with { Revoked = null }, named with { Name = "another" }]);
        await WriteAsync(trail, sink);

        sink.Written.Skip(2).Select(record => $"{record.Action} {record.Target}")
            .ShouldBe([$"key-changed {revoked.Id}", $"key-changed {named.Id}"]);
    }

    [Fact]
    public async Task Remember_RecordsThatStillWait_AreToldAgainByTheNextStart()
    {
        using var trail = Trail(out var sink);
        var audit = Audit(trail);
        audit.Tell([NewKey()]);

        audit.Remember();
        File.Exists(Memory.Path).ShouldBeFalse("the host may be killed before the record is written");

        await WriteAsync(trail, sink);
        audit.Remember();
        Memory.Read().Select(key => key.Id).ShouldBe(sink.Written.Select(record => record.Target));
    }

    [Fact]
    public async Task Tell_MemoryThatIsBroken_TellsOfEveryKeyAndMendsIt()
    {
        await File.WriteAllTextAsync(Memory.Path, "{ \"keys\": [ {", Token);
        var log = new LogSink();
        using var logs = LoggerFactory.Create(builder => builder.AddProvider(log));
        using var trail = Trail(out var sink);
        var audit = new KeyAudit(trail, Memory, TimeProvider.System, logs.CreateLogger<KeyAudit>());
        var key = NewKey();

        audit.Tell([key]);
        await WriteAsync(trail, sink);
        audit.Remember();

        sink.Written.Single().Target.ShouldBe(key.Id);
        Memory.Read().Single().Id.ShouldBe(key.Id);
        log.Records.ShouldContain(entry => entry.Level == LogLevel.Warning && entry.Message.Contains("is not a key file"));
    }

    private static string Id(string key) => key.Split('.')[0];

    private static AccessKey NewKey() => AccessKey.Create("reader", Scopes.Read, DateTimeOffset.UnixEpoch, expires: null, out _);

    private static AuditTrail Trail(out BlockedSink sink)
    {
        sink = new();
        return new([sink], HelloApp.Host, Options.Create(new AuditOptions()), TimeProvider.System, NullLogger<AuditTrail>.Instance);
    }

    private static async Task WriteAsync(AuditTrail trail, BlockedSink sink)
    {
        sink.Open.SetResult();
        await trail.StartAsync(Token);
        await trail.StopAsync(Token).Within();
    }

    /// <returns>The lines that the run added to the audit file.</returns>
    private static async Task<IEnumerable<string>> ServeAsync(string keys, string audit)
    {
        var before = File.Exists(audit) ? (await File.ReadAllLinesAsync(audit, Token)).Length : 0;
        await using (await HelloHost.StartAsync($"Keys={keys}", $"Audit:File={audit}"))
        {
        }

        return File.Exists(audit)
            ? (await File.ReadAllLinesAsync(audit, Token)).Skip(before).Select(line => JsonNode.Parse(line)!)
                .Select(line => $"{line["action"]} {line["target"]} {line["result"]}")
            : [];
    }

    private KeyAudit Audit(AuditTrail trail) => new(trail, Memory, TimeProvider.System, NullLogger<KeyAudit>.Instance);
}
