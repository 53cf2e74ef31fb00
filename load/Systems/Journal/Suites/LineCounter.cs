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
    private readonly LineAccount _start;
    private LineAccount? _last;
    private long _sentBefore;

    private LineCounter(IReceiver receiver, PacedLines sender, LineAccount start) =>
        (_receiver, _sender, _start) = (receiver, sender, start);

    public static async Task<IWorkCounter> BeginAsync(ISystemUnderTest system, LineRow row, CancellationToken cancellationToken)
    {
        var receiver = (IReceiver)system;
        var start = await receiver.ReadAsync(cancellationToken);
        var sender = new PacedLines(
            LineSenders.Open(row.Transport, receiver.Ports), DaemonLines.Make(Lines, row.Length, Seed), row.Rate);
        var counter = new LineCounter(receiver, sender, start);
        sender.Go();
        await Task.Delay(WarmUp, cancellationToken);
        sender.Rest();
        await counter.BalanceAsync(cancellationToken);
        return counter;
    }

    /// <summary>The first call sets the sender going; the next one stops it, and waits until all that was sent is accounted for.</summary>
    public async Task<WorkCount> ReadAsync(CancellationToken cancellationToken)
    {
        if (_last is not { } before)
        {
            _last = await _receiver.ReadAsync(cancellationToken);
            _sentBefore = _sender.Sent;
            _sender.Go();
            return new(_last.Stored);
        }

        _sender.Rest();
        var now = await BalanceAsync(cancellationToken);
        var (sent, account) = (_sender.Sent - _sentBefore, now.Since(before));
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
            },
        };
    }

    public ValueTask DisposeAsync()
    {
        _sender.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>Waits until as many are accounted for as were sent, or nothing changes any more.</summary>
    private async Task<LineAccount> BalanceAsync(CancellationToken cancellationToken)
    {
        if (_sender.Fault is { } fault)
        {
            throw new LabException($"No more lines can be sent: {fault}");
        }

        var (account, changed) = (await _receiver.ReadAsync(cancellationToken), Stopwatch.GetTimestamp());
        while (account.Since(_start).Total != _sender.Sent && Stopwatch.GetElapsedTime(changed) < Patience)
        {
            await Task.Delay(20, cancellationToken);
            var next = await _receiver.ReadAsync(cancellationToken);
            (changed, account) = (next == account ? changed : Stopwatch.GetTimestamp(), next);
        }

        return account;
    }
}
