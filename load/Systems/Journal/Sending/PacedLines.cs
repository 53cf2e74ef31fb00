using System.Diagnostics;
using System.Net.Sockets;

namespace Load.Systems.Journal.Sending;

/// <summary>Sends lines from a thread of its own at a steady rate, or as fast as it can, and can be stopped between two lines.</summary>
internal sealed class PacedLines : IDisposable
{
    private const int MaxAtOnce = 100;

    private readonly ILineSender _sender;
    private readonly byte[][] _lines;
    private readonly double? _rate;
    private readonly ManualResetEventSlim _go = new(false);
    private readonly ManualResetEventSlim _resting = new(true);
    private readonly Thread _thread;
    private volatile bool _isOver;
    private volatile bool _isGoing;
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
        _isGoing = true;
        _resting.Reset();
        _go.Set();
    }

    /// <summary>Returns when nothing more is sent.</summary>
    public void Rest()
    {
        _isGoing = false;
        _go.Reset();
        _resting.Wait();
    }

    public void Dispose()
    {
        _isOver = true;
        _isGoing = false;
        _go.Set();
        _thread.Join();
        _sender.Dispose();
        _go.Dispose();
        _resting.Dispose();
    }

    private void Run()
    {
        try
        {
            while (true)
            {
                _go.Wait();
                if (_isOver)
                {
                    return;
                }

                SendWhileGoing();
                _resting.Set();
            }
        }
        catch (Exception exception) when (
            exception is IOException or SocketException or HttpRequestException or OperationCanceledException)
        {
            // The last one: no answer came in time.
            Fault = exception.Message;
            _resting.Set();
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
