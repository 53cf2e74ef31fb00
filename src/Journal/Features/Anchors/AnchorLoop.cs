using System.Threading.Channels;
using Journal.Log.Signing;

namespace Journal.Features.Anchors;

/// <summary>
/// Brings checkpoints to one store, always the newest. If the store refuses them, the loop retries with growing delays, and delays nothing
/// else.
/// </summary>
internal sealed partial class AnchorLoop : IDisposable
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(1);

    private readonly Channel<SignedNote> _notes = Channel.CreateBounded<SignedNote>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropOldest });
    private readonly CancellationTokenSource _ending = new();
    private readonly CancellationTokenSource _ended = new();
    private readonly IAnchorStore _store;
    private readonly Action _changed;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private Task _work = Task.CompletedTask;
    private string? _trouble;
    private long _covered;
    private long _keptAt;

    /// <param name="store">The store; this object disposes it.</param>
    /// <param name="changed">Called when the store has a newer checkpoint.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logger">The log; it says when the store stops and resumes taking checkpoints.</param>
    public AnchorLoop(IAnchorStore store, Action changed, TimeProvider time, ILogger logger) =>
        (_store, _changed, _time, _logger) = (store, changed, time, logger);

    /// <summary>The number of frames that the last checkpoint at the store covers.</summary>
    public long Covered => Interlocked.Read(ref _covered);

    /// <summary>When the store got it; null before the first.</summary>
    public DateTimeOffset? KeptAt => Interlocked.Read(ref _keptAt) is not 0 and var ticks ? new(ticks, TimeSpan.Zero) : null;

    /// <summary>Whether the store was asked once since the start, with whatever outcome.</summary>
    public bool WasAsked { get; private set; }

    /// <summary>Whether the store has seen another history of this log, and has taken no checkpoint since.</summary>
    public bool IsDenied { get; private set; }

    public string Name => _store.Name;

    public void Start() => _work = Task.Run(RunAsync, CancellationToken.None);

    /// <summary>Never waits: a newer checkpoint replaces one that the store has not taken yet.</summary>
    public void Take(SignedNote note) => _notes.Writer.TryWrite(note);

    /// <summary>Delivers the waiting checkpoint, if the store takes it soon.</summary>
    public async Task StopAsync(TimeSpan patience)
    {
        _notes.Writer.TryComplete();
        await _ending.CancelAsync();
        _ended.CancelAfter(patience);
        await _work;
    }

    public void Dispose()
    {
        _store.Dispose();
        _ending.Dispose();
        _ended.Dispose();
    }

    private async Task RunAsync()
    {
        SignedNote? failed = null;
        var pause = FirstPause;
        while (failed is not null || await _notes.Reader.WaitToReadAsync())
        {
            var note = _notes.Reader.TryRead(out var newest) ? newest : failed;
            failed = null;
            var isKept = note is null || await TryKeepAsync(note);
            WasAsked = true;
            if (isKept)
            {
                pause = FirstPause;
                if (_store.Rest > TimeSpan.Zero)
                {
                    await Task.Delay(_store.Rest, _time, _ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                }

                continue;
            }

            if (_ending.IsCancellationRequested)
            {
                return;
            }

            failed = note;
            await Task.Delay(pause, _time, _ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            pause = pause * 2 < LongestPause ? pause * 2 : LongestPause;
        }
    }

    /// <returns>False when the loop has to wait before the next attempt.</returns>
    private async Task<bool> TryKeepAsync(SignedNote note)
    {
        try
        {
            await _store.KeepAsync(note, _ended.Token);
            Interlocked.Exchange(ref _covered, Checkpoint.Parse(note.Text).Size);
            Interlocked.Exchange(ref _keptAt, _time.GetUtcNow().UtcTicks);
            IsDenied = false;
            _changed();
            if (_trouble is not null)
            {
                _trouble = null;
                Log.Recovered(_logger, _store.Name);
            }

            return true;
        }
        catch (InvalidDataException) when (_notes.Reader.Count > 0)
        {
            return true; // the log has grown: there is a newer one
        }
        catch (OperationCanceledException)
        {
            return false;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            Tell(exception);
            return false;
        }
    }

    /// <summary>Logs once for each reason, not for each checkpoint; times and numbers in it make no other reason.</summary>
    private void Tell(Exception exception)
    {
        var trouble = string.Concat(exception.Message.Where(letter => !char.IsAsciiDigit(letter)));
        IsDenied |= exception is DeniedHistoryException; // a store that is away afterwards takes nothing back
        if (_trouble == trouble)
        {
            return;
        }

        _trouble = trouble;
        if (exception is DeniedHistoryException)
        {
            Log.Denied(_logger, _store.Name, exception.Message);
        }
        else
        {
            Log.Failed(_logger, _store.Name, exception.Message);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(20, LogLevel.Warning, "The anchor {Store} does not take checkpoints; the journal tries again: {Reason}")]
        public static partial void Failed(ILogger logger, string store, string reason);

        [LoggerMessage(21, LogLevel.Information, "The anchor {Store} takes checkpoints again.")]
        public static partial void Recovered(ILogger logger, string store);

        [LoggerMessage(22, LogLevel.Critical, "The anchor {Store} has seen another history of this log. {Reason}")]
        public static partial void Denied(ILogger logger, string store, string reason);
    }
}
