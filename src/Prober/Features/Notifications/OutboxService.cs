using System.Collections.Concurrent;
using Prober.Features.History;
using Prober.Features.History.Storage;

namespace Prober.Features.Notifications;

/// <summary>
/// Sends durable messages: one at a time to each notifier, repeated until it is accepted. A message is deleted from the file only then, so
/// that a crash may repeat one, with the same id, but loses none.
/// </summary>
internal sealed partial class OutboxService(
    HistoryFile file, HistoryKeeper keeper, NotifierList notifiers, TimeProvider time, ILogger<OutboxService> logger) : BackgroundService
{
    private const int Few = 500;
    private const int Many = 100_000;
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(1);

    private readonly string _identity = file.Read(reader => reader.Identity);
    private readonly ConcurrentDictionary<string, bool> _busy = new();
    private readonly ConcurrentDictionary<string, bool> _taken = new();

    /// <summary>Notifiers whose receivers want no message before a time; Unix milliseconds.</summary>
    private readonly ConcurrentDictionary<string, long> _resting = new();
    private readonly SemaphoreSlim _signal = new(0);
    private long _delivered;
    private long _failed;
    private volatile bool _isReloaded;

    public long Delivered => Volatile.Read(ref _delivered);

    /// <summary>Attempts that failed.</summary>
    public long Failed => Volatile.Read(ref _failed);

    /// <summary>Subscribes before the first configuration exists.</summary>
    public override Task StartAsync(CancellationToken cancellationToken)
    {
        keeper.Written += Wake;
        notifiers.Changed += Reload;
        return base.StartAsync(cancellationToken);
    }

    public override void Dispose()
    {
        _signal.Dispose();
        base.Dispose();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        try
        {
            while (true)
            {
                if (_isReloaded)
                {
                    _isReloaded = false;
                    await TellOfStrangersAsync(stoppingToken);
                }

                foreach (var notifier in notifiers.All.Where(IsFree))
                {
                    await StartAsync(notifier, stoppingToken);
                }

                await _signal.WaitAsync(MaxWait, stoppingToken);
                while (_signal.Wait(0, stoppingToken))
                {
                    // Many requests at once: one check is enough.
                }
            }
        }
        finally
        {
            keeper.Written -= Wake;
            notifiers.Changed -= Reload;
        }
    }

    private bool IsFree(NotifierDefinition notifier) =>
        !_busy.ContainsKey(notifier.Name) && _resting.GetValueOrDefault(notifier.Name) <= Now();

    /// <summary>Starts to send the next message, if there is one.</summary>
    private async Task StartAsync(NotifierDefinition notifier, CancellationToken cancellationToken)
    {
        try
        {
            var rows = await file.ReadAsync(reader => reader.Outbox(notifier.Name, Few), cancellationToken);
            var next = Outbox.Next(Mine(rows), Now());
            if (next is null && rows.Count == Few)
            {
                // All of these may concern a few targets; others must not wait for them.
                next = Outbox.Next(
                    Mine(await file.ReadAsync(reader => reader.OldestOfEach(notifier.Name, NoticeKind.Report), cancellationToken)), Now());
            }

            if (next is not { } row)
            {
                return;
            }

            if (row.Kind == NoticeKind.Change && rows.Count > Outbox.StormBound && !notifier.Notifier.KeepsAlerts)
            {
                rows = rows.Count < Few ? rows : await file.ReadAsync(reader => reader.Outbox(notifier.Name, Many), cancellationToken);
                if (Outbox.Storm(row, Mine(rows)) is { Count: > 0 } storm)
                {
                    await JoinAsync(storm);
                    Wake();
                    return;
                }
            }

            _busy[notifier.Name] = true;
            _ = SendAsync(notifier, row, cancellationToken);
        }
        catch (HistoryUnavailableException exception)
        {
            Log.Unreadable(logger, exception.Message);
        }
    }

    /// <summary>Another prober may send the others.</summary>
    private List<OutboxRow> Mine(List<OutboxRow> rows) =>
        notifiers.MaySend(null) ? rows : rows.FindAll(row => row.Kind == NoticeKind.Report || notifiers.MaySend(Outbox.KindOf(row)));

    /// <summary>In the place of the first: later messages of these targets must not overtake it.</summary>
    private async Task JoinAsync(List<OutboxRow> storm)
    {
        var (body, now) = ($"{Outbox.Join(storm)}", Now());
        await file.WriteAsync(writer => writer.Join(storm, NoticeKind.Storm, now, body));
    }

    /// <summary>Logs for which missing notifiers messages wait.</summary>
    private async Task TellOfStrangersAsync(CancellationToken cancellationToken)
    {
        try
        {
            var known = notifiers.All.Select(notifier => notifier.Name).ToHashSet();
            foreach (var (notifier, count) in await file.ReadAsync(reader => reader.Waiting(), cancellationToken))
            {
                if (!known.Contains(notifier))
                {
                    Log.Stranger(logger, count, notifier);
                }
            }
        }
        catch (HistoryUnavailableException exception)
        {
            Log.Unreadable(logger, exception.Message);
        }
    }

    private async Task SendAsync(NotifierDefinition notifier, OutboxRow row, CancellationToken cancellationToken)
    {
        try
        {
            var id = IdOf(row);
            var failure = _taken.ContainsKey(id) ? null : await TryAsync(notifier, row, id, cancellationToken);
            if (failure is not { } failed)
            {
                // A full disk must not cause it to be sent again and again.
                Interlocked.Add(ref _delivered, _taken.TryAdd(id, true) ? 1 : 0);
                await TellArrivedAsync(row);
                await file.WriteAsync(writer => writer.Delivered(row.Id, Now()));
                _taken.TryRemove(id, out _);
            }
            else
            {
                Interlocked.Increment(ref _failed);
                var pause = notifier.PauseAfter(row.Attempts + 1, failed.RetryAfter);
                if (failed.RetryAfter is not null)
                {
                    _resting[notifier.Name] = Now() + (long)pause.TotalMilliseconds; // its other messages would be refused as well
                }

                Log.Failed(logger, notifier.Name, row.Attempts + 1, failed.Sentence, pause.TotalSeconds);
                await file.WriteAsync(writer => writer.Retry(row.Id, row.Attempts + 1, Now() + (long)pause.TotalMilliseconds));
            }
        }
        catch (OperationCanceledException)
        {
            // The prober stops: the message stays.
        }
        catch (HistoryUnavailableException exception)
        {
            // The receiver may get it once more.
            Log.Unreadable(logger, exception.Message);
            await Task.Delay(MaxWait, time, CancellationToken.None);
        }
        finally
        {
            _busy.TryRemove(notifier.Name, out _);
            Wake();
        }
    }

    /// <summary>A stop does not end it: the receiver would get the message once more.</summary>
    private async Task TellArrivedAsync(OutboxRow row)
    {
        if (row.About is { } about)
        {
            notifiers.Arrived(about, row.Made);
        }
        else
        {
            foreach (var (target, made) in await file.ReadAsync(reader => reader.Joined(row.Id), CancellationToken.None))
            {
                notifiers.Arrived(target, made);
            }
        }
    }

    /// <returns>Null when the receiver has it.</returns>
    private async Task<FailedAttempt?> TryAsync(NotifierDefinition notifier, OutboxRow row, string id, CancellationToken cancellationToken)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        deadline.CancelAfter(notifier.Timeout);
        try
        {
            var notice = Notice.Parse(row.Body);
            if (notifier.Dry)
            {
                Log.Dry(logger, notifier.Name, notice.Title);
                return null;
            }

            if (await notifier.Notifier.SendAsync(notice, id, deadline.Token) is { } remark)
            {
                Log.Partial(logger, notifier.Name, remark);
            }

            return null;
        }
        catch (NotificationException exception)
        {
            return new(exception.Message, exception.RetryAfter);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return new($"The receiver did not answer within {notifier.Timeout.TotalSeconds:0.###} s.", null);
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            // A message that cannot be formatted has to wait like any other that fails, or the loop would repeat it without a pause.
            return new($"The message cannot be formatted: {exception.GetType().Name}.", null);
        }
    }

    /// <summary>A message about several targets has a new id, because the receiver may have got the message that it replaces.</summary>
    private string IdOf(OutboxRow row) => row.IdIn(_identity);

    private void Reload()
    {
        _isReloaded = true;
        Wake();
    }

    private long Now() => time.GetUtcNow().ToUnixTimeMilliseconds();

    private void Wake()
    {
        try
        {
            _signal.Release();
        }
        catch (Exception exception) when (exception is ObjectDisposedException or SemaphoreFullException)
        {
            // The outage is over, or enough messages were sent.
        }
    }

    /// <param name="RetryAfter">What the receiver asks for; null for nothing.</param>
    private sealed record FailedAttempt(string Reason, TimeSpan? RetryAfter)
    {
        /// <summary>The words of a receiver may end without a full stop.</summary>
        public string Sentence => Reason.EndsWith('.') || Reason.EndsWith('…') ? Reason : $"{Reason}.";
    }

    private static partial class Log
    {
        [LoggerMessage(40, LogLevel.Warning, "{Notifier} did not accept a message (attempt {Attempts}): {Reason} Again in {Seconds} s.")]
        public static partial void Failed(ILogger logger, string notifier, int attempts, string reason, double seconds);

        [LoggerMessage(41, LogLevel.Information, "{Notifier} is dry, so this message was not sent: {Title}.")]
        public static partial void Dry(ILogger logger, string notifier, string title);

        [LoggerMessage(43, LogLevel.Warning, "{Notifier} accepted a message, but not for all recipients. {Remark}")]
        public static partial void Partial(ILogger logger, string notifier, string remark);

        [LoggerMessage(44, LogLevel.Warning, "{Count} messages wait for {Notifier}, which the configuration does not have.")]
        public static partial void Stranger(ILogger logger, long count, string notifier);

        [LoggerMessage(42, LogLevel.Warning, "The waiting messages cannot be read or written: {Reason}")]
        public static partial void Unreadable(ILogger logger, string reason);
    }
}
