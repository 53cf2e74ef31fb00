using Journal.Log.Writing;

namespace Journal.Features.Http;

/// <summary>
/// The lines of a request until they are on the disk. Consecutive lines in a frame are one run: a ticket for each line would take more
/// memory than the lines.
/// </summary>
internal sealed class TakenLines
{
    /// <summary>Beyond this number, lines that other senders' lines separate count as one run nevertheless.</summary>
    private const int MaxRuns = 10_000;

    private readonly List<LineRun> _runs = [];

    public int Count { get; private set; }

    public IReadOnlyList<LineRun> Runs => _runs;

    /// <summary>Whether its runs contain lines of other senders.</summary>
    public bool IsScattered { get; private set; }

    public void Add(RecordTicket ticket)
    {
        Count++;
        if (_runs.Count > 0 && _runs[^1] is var last && last.Ticket.Frame == ticket.Frame)
        {
            var follows = last.Ticket.Place + last.Count == ticket.Place;
            if (follows || _runs.Count >= MaxRuns)
            {
                IsScattered |= !follows;
                _runs[^1] = last with { Count = last.Count + 1 };
                return;
            }
        }

        _runs.Add(new(ticket, 1));
    }

    /// <summary>Where each run is stored, as soon as all of them are durable.</summary>
    /// <exception cref="IOException">The journal stopped before.</exception>
    public async Task<IReadOnlyList<LineRange>> StoredAsync(CancellationToken cancellationToken)
    {
        var ranges = new List<LineRange>(_runs.Count);
        foreach (var (ticket, count) in _runs)
        {
            var frame = await ticket.Frame.WaitAsync(cancellationToken);
            ranges.Add(new(frame.FirstSequence + ticket.Place, count, frame.Index));
        }

        return ranges;
    }
}

/// <param name="Ticket">The ticket of its first line.</param>
/// <param name="Count">How many lines it has.</param>
internal readonly record struct LineRun(RecordTicket Ticket, int Count);
