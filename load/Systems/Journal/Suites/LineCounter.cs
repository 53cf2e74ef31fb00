using System.Diagnostics;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Corpus;
using Load.Systems.Journal.Receivers;
using Load.Systems.Journal.Rows;
using Load.Systems.Journal.Sending;

namespace Load.Systems.Journal.Suites;

/// <summary>
/// Sends in one row, and holds what was sent against the receiver's account. A line that nobody accounts for is a wrong result, not a
/// loss: losses are told, and stand in columns of their own.
/// </summary>
internal sealed class LineCounter : IWorkCounter
{
    private const int Lines = 20_000;
    private const int OverloadSenders = 4;
    private const int Seed = 1;

    /// <summary>The time until the code that every line runs through is compiled.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    /// <summary>The peers' code is compiled before they start.</summary>
    private static readonly TimeSpan PeerWarmUp = TimeSpan.FromSeconds(0.5);

    /// <summary>
    /// The wait for lines that are still on their way when the sender rests; on a busy machine <c>journal send</c> may only be starting.
    /// </summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    /// <summary>Peers write what they have read a moment later.</summary>
    private static readonly TimeSpan PeerPatience = TimeSpan.FromSeconds(10);

    private readonly IReceiver _receiver;
    private readonly PacedLines[] _senders;
    private readonly PacedLines? _forger;
    private readonly LineAccount _start;
    private readonly double _meanBytes;
    private readonly int _maxInDatagram;
    private LineAccount? _last;
    private long? _keptBefore;
    private long _sentBefore;
    private long _forgedBefore;

    private LineCounter(
        IReceiver receiver, PacedLines[] senders, PacedLines? forger, double meanBytes, int maxInDatagram, LineAccount start) =>
        (_receiver, _senders, _forger, _meanBytes, _maxInDatagram, _start) =
        (receiver, senders, forger, meanBytes, maxInDatagram, start);

    /// <summary>Forged ones are accounted for like all others.</summary>
    private long Sent => _senders.Sum(sender => sender.Sent) + Forged;

    private long Forged => _forger?.Sent ?? 0;

    public static async Task<IWorkCounter> BeginAsync(ISystemUnderTest system, LineRow row, CancellationToken cancellationToken)
    {
        var receiver = (IReceiver)system;
        var start = await receiver.ReadAsync(cancellationToken);
        var lines = DaemonLines.Make(Lines, row.Length, Seed);
        var senders = Enumerable.Range(0, row.Transport == LineTransport.Overloaded ? OverloadSenders : 1)
            .Select(_ => new PacedLines(LineSenders.Open(row.Transport, receiver.Ports), lines, row.Rate)).ToArray();
        var forger = row.Transport == LineTransport.Flooded
            ? new PacedLines(LineSenders.Open(LineTransport.Udp, receiver.Ports), ForgedDatagrams.Make(Seed), ForgedDatagrams.Rate)
            : null;
        var max = row.Transport == LineTransport.Sealed ? SealedLines.MaxPayload / lines.Min(line => line.Length) : 1;
        var counter = new LineCounter(receiver, senders, forger, lines.Average(line => line.Length), max, start);
        counter.Go();
        await Task.Delay(receiver.IsOurs ? WarmUp : PeerWarmUp, cancellationToken);
        counter.Rest();
        await counter.BalanceAsync(cancellationToken);
        return counter;
    }

    /// <summary>The first call sets the sender going; the next one stops it, and waits until all that was sent is accounted for.</summary>
    public async Task<WorkCount> ReadAsync(CancellationToken cancellationToken)
    {
        if (_last is not { } before)
        {
            _last = await _receiver.ReadAsync(cancellationToken);
            (_sentBefore, _forgedBefore, _keptBefore) = (Sent, Forged, _receiver.KeptBytes);
            Go();
            return new(_last.Stored);
        }

        Rest();
        var now = await BalanceAsync(cancellationToken);
        var sent = Sent - _sentBefore;
        var account = now.Since(before).WithLinesOfDropped(sent, _maxInDatagram);
        var missing = Math.Abs(sent - account.Total);
        return new(now.Stored, Wrong: missing)
        {
            Faults = new Dictionary<string, int> { ["a line is neither stored nor accounted for"] = (int)missing },
            Figures = Figures(sent, account),
        };
    }

    public ValueTask DisposeAsync()
    {
        foreach (var sender in _senders)
        {
            sender.Dispose();
        }

        _forger?.Dispose();
        return ValueTask.CompletedTask;
    }

    private Dictionary<string, double> Figures(long sent, LineAccount account)
    {
        var figures = new Dictionary<string, double>
        {
            ["sent"] = sent,
            ["stored"] = account.Stored,
            ["kernel"] = account.Kernel,
            ["here"] = account.Here,
            ["refused"] = account.Refused,
            [ForgedDatagrams.Figure] = Forged - _forgedBefore,
        };
        if (_receiver.KeptBytes - _keptBefore is { } kept && account.Stored > 0)
        {
            figures[LineRow.KeptFigure] = kept / (account.Stored * _meanBytes);
        }

        return figures;
    }

    private void Go()
    {
        _forger?.Go();
        foreach (var sender in _senders)
        {
            sender.Go();
        }
    }

    private void Rest()
    {
        foreach (var sender in _senders)
        {
            sender.Rest();
        }

        _forger?.Rest();
    }

    /// <summary>Waits until as many are accounted for as were sent, or nothing changes any more.</summary>
    private async Task<LineAccount> BalanceAsync(CancellationToken cancellationToken)
    {
        if ((_senders.Select(sender => sender.Fault).FirstOrDefault(one => one is not null) ?? _forger?.Fault) is { } fault)
        {
            throw new LabException($"No more lines can be sent: {fault}");
        }

        var patience = _receiver.IsOurs ? Patience : PeerPatience;
        var (account, changed) = (await _receiver.ReadAsync(cancellationToken), Stopwatch.GetTimestamp());
        while (account.Since(_start).Total != Sent && Stopwatch.GetElapsedTime(changed) < patience)
        {
            await Task.Delay(20, cancellationToken);
            var next = await _receiver.ReadAsync(cancellationToken);
            (changed, account) = (next == account ? changed : Stopwatch.GetTimestamp(), next);
        }

        return account;
    }
}
