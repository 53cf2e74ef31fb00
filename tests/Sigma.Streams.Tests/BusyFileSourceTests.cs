using System.Collections.Concurrent;
using Hosting.Settings;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Sigma.Streams.Metrics;
using Sigma.Streams.Settings;
using Sigma.Streams.Sources.Files;

namespace Sigma.Streams.Tests;

/// <summary>The source sees what becomes of files while others, or the same, have more to read than it gets done.</summary>
public sealed class BusyFileSourceTests : IAsyncDisposable
{
    private readonly TempDirectory _folder = new();
    private readonly CancellationTokenSource _stop = CancellationTokenSource.CreateLinkedTokenSource(
        TestContext.Current.CancellationToken);

    private Task _running = Task.CompletedTask;

    public BusyFileSourceTests() => Directory.CreateDirectory(_folder.Combine("logs"));

    private string Log => _folder.Combine("logs", "app.log");

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(_running.Within());
        _stop.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Run_WhileAFileHasAlwaysMore_FindsANewOne()
    {
        var lines = new ConcurrentDictionary<string, bool>();
        File.WriteAllText(Log, "more\n");
        Start(TimeProvider.System, line =>
        {
            lines[line] = true;
            File.AppendAllText(Log, "more\n");
        });
        await Deadline.UntilAsync(() => lines.ContainsKey("more"));

        File.WriteAllText(_folder.Combine("logs", "new.log"), "new\n");

        await Deadline.UntilAsync(() => lines.ContainsKey("new"));
    }

    [Fact]
    public async Task Run_AFileThatIsMovedAwayWhileItHasMuchMore_ReadsItToItsEnd()
    {
        const int Lines = 40;
        var (count, elsewhere) = (0, _folder.Combine("elsewhere"));
        File.WriteAllLines(Log, Enumerable.Range(0, Lines).Select(n => $"{n} {new string('x', 128 * 1024)}"));
        Start(new HurriedTime(), _ =>
        {
            if (Interlocked.Increment(ref count) == 1)
            {
                File.Move(Log, elsewhere);
            }
        });

        await Deadline.UntilAsync(() => Volatile.Read(ref count) == Lines);
    }

    private void Start(TimeProvider time, Action<string> take)
    {
        var metrics = new SigmaMetrics(Prometheus.Metrics.NewCustomRegistry(), Options.Create(new HostSettings()));
        var settings = Options.Create(new FileSettings { Paths = [_folder.Combine("logs")] });
        var source = new FileSource(settings, time, metrics, NullLogger<FileFollower>.Instance);
        _running = Task.Run(() => source.RunAsync(new Intake(take), _stop.Token), CancellationToken.None);
    }

    /// <summary>A look is always due.</summary>
    private sealed class HurriedTime : TimeProvider
    {
        private long _seconds;

        public override long TimestampFrequency => 1;

        public override long GetTimestamp() => Interlocked.Increment(ref _seconds);

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            base.CreateTimer(callback, state, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1));
    }
}
