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
    private const int Seed = 1;

    /// <summary>Until the code that every line runs through is compiled.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    /// <summary>For what is still on its way when the sender rests; peers write what they have read a moment later.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly IReceiver _receiver;
    private readonly PacedLines _sender;
    private readonly PacedLines? _forger;
    private readonly LineAccount _start;
    private LineAccount? _last;
    private long _sentBefore;
    private long _forgedBefore;

    private LineCounter(IReceiver receiver, PacedLines sender, PacedLines? forger, LineAccount start) =>
        (_receiver, _sender, _forger, _start) = (receiver, sender, forger, start);

    /// <summary>Forged ones are accounted for like all others.</summary>
    private long Sent => _sender.Sent + Forged;

    private long Forged => _forger?.Sent ?? 0;

    public static async Task<IWorkCounter> BeginAsync(ISystemUnderTest system, LineRow row, CancellationToken cancellationToken)
    {
        var receiver = (IReceiver)system;
        var start = await receiver.ReadAsync(cancellationToken);
        var sender = new PacedLines(
            LineSenders.Open(row.Transport, receiver.Ports), DaemonLines.Make(Lines, row.Length, Seed), row.Rate);
        var forger = row.Transport == LineTransport.Flooded
            ? new PacedLines(LineSenders.Open(LineTransport.Udp, receiver.Ports), ForgedDatagrams.Make(Seed), ForgedDatagrams.Rate)
            : null;
        var counter = new LineCounter(receiver, sender, forger, start);
        counter.Go();
        await Task.Delay(WarmUp, cancellationToken);
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
            (_sentBefore, _forgedBefore) = (Sent, Forged);
            Go();
            return new(_last.Stored);
        }

        Rest();
        var now = await BalanceAsync(cancellationToken);
        var (sent, account) = (Sent - _sentBefore, now.Since(before));
        var missing = Math.Abs(sent - account.Total);
        return new(now.Stored, Wrong: missing)
        {
            Faults = new Dictionary<string, int> { ["a line is neither stored nor accounted for"] = (int)missing },
            Figures = new Dictionary<string, double>
            {
                ["sent"] = sent,
                ["stored"] = account.Stored,
                ["kernel"] = account.Kernel,
                ["here"] = account.Here,
                ["refused"] = account.Refused,
                [ForgedDatagrams.Figure] = Forged - _forgedBefore,
            },
        };
    }

    public ValueTask DisposeAsync()
    {
        _sender.Dispose();
        _forger?.Dispose();
        return ValueTask.CompletedTask;
    }

    private void Go()
    {
        _forger?.Go();
        _sender.Go();
    }

    private void Rest()
    {
        _sender.Rest();
        _forger?.Rest();
    }

    /// <summary>Waits until as many are accounted for as were sent, or nothing changes any more.</summary>
    private async Task<LineAccount> BalanceAsync(CancellationToken cancellationToken)
    {
        if ((_sender.Fault ?? _forger?.Fault) is { } fault)
        {
            throw new LabException($"No more lines can be sent: {fault}");
        }

        var (account, changed) = (await _receiver.ReadAsync(cancellationToken), Stopwatch.GetTimestamp());
        while (account.Since(_start).Total != Sent && Stopwatch.GetElapsedTime(changed) < Patience)
        {
            await Task.Delay(20, cancellationToken);
            var next = await _receiver.ReadAsync(cancellationToken);
            (changed, account) = (next == account ? changed : Stopwatch.GetTimestamp(), next);
        }

        return account;
    }
}
