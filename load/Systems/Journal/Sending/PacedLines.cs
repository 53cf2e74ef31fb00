using System.Diagnostics;
using System.Net.Sockets;

namespace Load.Systems.Journal.Sending;

/// <summary>
/// Sends lines from a thread of its own at a steady rate, or as fast as it can, and can be stopped between two sends of some lines.
/// </summary>
internal sealed class PacedLines : IDisposable
{
    private const int MaxAtOnce = 100;

    private readonly ILineSender _sender;
    private readonly byte[][] _lines;
    private readonly double? _rate;
    private readonly object _turns = new();
    private readonly Thread _thread;
    private volatile bool _isGoing;
    private bool _isSending;
    private bool _isOver;
    private long _sent;

    /// <param name="sender">Its owner is this object from now on.</param>
    /// <param name="lines">Sent in their order, again and again.</param>
    /// <param name="rate">Lines a second; null for as many as go.</param>
    public PacedLines(ILineSender sender, IReadOnlyList<byte[]> lines, int? rate)
    {
        (_sender, _lines, _rate) = (sender, [.. lines], rate);
        _thread = new(Run) { IsBackground = true, Name = "lines" };
        _thread.Start();
    }

    /// <summary>Lines that the system has taken, up to now.</summary>
    public long Sent => Interlocked.Read(ref _sent);

    /// <summary>Why no more is sent; null while all is well.</summary>
    public string? Fault { get; private set; }

    public void Go()
    {
        lock (_turns)
        {
            _isGoing = true;
            Monitor.PulseAll(_turns);
        }
    }

    /// <summary>Returns when nothing more is sent.</summary>
    public void Rest()
    {
        _isGoing = false;
        lock (_turns)
        {
            while (_isSending)
            {
                Monitor.Wait(_turns);
            }
        }
    }

    public void Dispose()
    {
        lock (_turns)
        {
            (_isOver, _isGoing) = (true, false);
            Monitor.PulseAll(_turns);
        }

        _thread.Join();
        _sender.Dispose();
    }

    private void Run()
    {
        try
        {
            while (Begin())
            {
                SendWhileGoing();
                End();
            }
        }
        catch (Exception exception) when (
            exception is IOException or SocketException or HttpRequestException or OperationCanceledException)
        {
            // The last one: no answer came in time.
            Fault = exception.Message;
            End();
        }
    }

    /// <returns>False when there is nothing more to send.</returns>
    private bool Begin()
    {
        lock (_turns)
        {
            while (!_isGoing && !_isOver)
            {
                Monitor.Wait(_turns);
            }

            return _isSending = !_isOver;
        }
    }

    private void End()
    {
        lock (_turns)
        {
            _isSending = false;
            Monitor.PulseAll(_turns);
        }
    }

    private void SendWhileGoing()
    {
        var (start, first) = (Stopwatch.GetTimestamp(), Sent);
        while (_isGoing)
        {
            var due = _rate is { } rate
                ? Math.Min(MaxAtOnce, (long)(Stopwatch.GetElapsedTime(start).TotalSeconds * rate) - (Sent - first))
                : MaxAtOnce;
            if (due <= 0)
            {
#pragma warning disable RS0030 // A thread of its own, which has nothing else to do.
                Thread.Sleep(1);
#pragma warning restore RS0030
                continue;
            }

            var at = (int)(Sent % _lines.Length);
            var chunk = _lines.AsSpan(at, (int)Math.Min(due, _lines.Length - at));
            _sender.Send(chunk);
            Interlocked.Add(ref _sent, chunk.Length);
        }
    }
}
