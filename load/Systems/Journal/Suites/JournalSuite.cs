using Load.Measuring;
using Load.Systems.Journal.Findings;
using Load.Systems.Journal.Processes;
using Load.Systems.Journal.Receivers;
using Load.Systems.Journal.Rows;

namespace Load.Systems.Journal.Suites;

/// <summary>
/// The cost of a line on its way to the disk, encrypted and provable, by transport, rate and length, compared with servers that write plain
/// text.
/// Each line that was sent has to be stored or accounted for.
/// </summary>
internal static class JournalSuite
{
    private const int PublishedRate = 10_000;
    private const int MiddleRate = 100_000;

    /// <summary>A rate that <c>$(slog)</c> can keep up with on a busy machine: it opens two files for each line.</summary>
    private const int SlogRate = 1_000;

    private const int SmallBuffer = 64 << 10;

    private static readonly int?[] Rates = [LineRow.SharedRate, MiddleRate, 250_000, null];
    private static readonly int?[] Lengths = [null, 480, 1400];

    private static readonly Unit Line = new("line", "line");

    public static SuiteCommand Command() => new(
        "journal", "lines by UDP, TCP, TLS, RELP, HTTP and sealed: CPU of a line, and is each accounted for? Beside rsyslog and syslog-ng",
        (_, _) => Create());

    public static Suite Create() => Of("journal", [.. Rows.Select(CaseOf)]);

    /// <summary>Rows of lines, measured and judged as such.</summary>
    public static Suite Of(string name, IReadOnlyList<Case> rows) => new()
    {
        Name = name,
        AdHoc = (CustomJournalSuite.Name, CustomJournalSuite.Dimensions),
        Cases = rows,
        Repeats = 3,
        IterationLength = TimeSpan.FromSeconds(5),
        WarmUp = TimeSpan.Zero, // Each row sends for two seconds before it counts.
        WarmUpRounds = 0,
        CoolDown = TimeSpan.Zero,
        Compared = new(LineRow.ReceiverDimension, "log servers"),
        Clock = "CPU is the log server's, kernel included, over the lines that it stored; the sender ran on the same machine. sent = "
            + "stored + kernel + here + refused: kernel is what the kernel dropped at the socket, here what the server did.",
        Findings = result =>
        [
            .. LineCostSection.Of(result), .. BeyondDroppingSection.Of(result), .. FloodSection.Of(result),
            .. PublishedJournal.OfLines(result),
        ],
    };

    private static IEnumerable<LineRow> Rows
    {
        get
        {
            foreach (var transport in new[] { LineTransport.Udp, LineTransport.Tcp })
            {
                // Neighbours in the table are neighbours in time.
                string[] dropping = transport == LineTransport.Udp ? [LineRow.Drop] : [];
                string[] receivers = [LineRow.Journal, .. dropping, LineRow.Rsyslog, LineRow.SyslogNg];
                foreach (var rate in new int?[] { LineRow.SharedRate, null })
                {
                    foreach (var receiver in receivers)
                    {
                        yield return new(transport, rate, null, receiver);
                    }
                }
            }

            foreach (var receiver in new[] { LineRow.Journal, LineRow.SyslogNg, LineRow.Slog })
            {
                yield return new(LineTransport.Tcp, SlogRate, null, receiver);
            }

            foreach (var transport in new[] { LineTransport.Tls, LineTransport.Relp })
            {
                yield return new(transport, LineRow.SharedRate, null, LineRow.Journal);
                yield return new(transport, LineRow.SharedRate, null, LineRow.Rsyslog);
            }

            yield return new(LineTransport.Sealed, LineRow.SharedRate, null, LineRow.Journal);
            foreach (var transport in new[] { LineTransport.Udp, LineTransport.Tcp, LineTransport.Http })
            {
                foreach (var row in from length in Lengths from rate in Rates select new LineRow(transport, rate, length, LineRow.Journal))
                {
                    if (row.Length is not null || transport == LineTransport.Http || row.Rate is not (null or LineRow.SharedRate))
                    {
                        yield return row;
                    }

                    if (row is { Transport: LineTransport.Udp, Rate: MiddleRate, Length: null })
                    {
                        yield return row with { Receiver = LineRow.Drop };
                        yield return row with { Transport = LineTransport.Flooded };
                    }
                }
            }

            yield return new(LineTransport.Overloaded, null, null, LineRow.Journal);
            yield return new(LineTransport.InTurn, PublishedRate, null, LineRow.Journal);
        }
    }

    public static Case CaseOf(LineRow row)
    {
        var peer = LogPeer.All.FirstOrDefault(peer => peer.Name == row.Receiver);
        return new()
        {
            Dimensions = row.Dimensions,
            Unit = Line,
            BytesPerUnit = row.Length ?? Corpus.DaemonLines.MeanBytes,
            Setup = peer is null
                ? SetupOf(row)
                : new(row.Receiver, (context, cancellationToken) => PeerReceiver.StartAsync(peer, context, cancellationToken)),
            Source = new CountSource.Counter((system, cancellationToken) => LineCounter.BeginAsync(system, row, cancellationToken)),
            Obstacle = peer?.ObstacleTo(row.Transport)
                ?? (row is { Receiver: LineRow.Drop, Transport: not LineTransport.Udp } ? "the listener that drops takes UDP alone" : null),
        };
    }

    private static Setup SetupOf(LineRow row) => row.Transport == LineTransport.Overloaded
        ? new($"{row.Receiver}, small buffer", (context, cancellationToken) =>
            JournalReceiver.StartAsync(context, isDropping: false, cancellationToken, $"ReceiveBufferBytes={SmallBuffer}"))
        {
            Programs = [JournalProcess.Project],
        }
        : new(row.Receiver, (context, cancellationToken) =>
            JournalReceiver.StartAsync(context, row.Receiver == LineRow.Drop, cancellationToken))
        {
            Programs = [row.Receiver == LineRow.Drop ? JournalProcess.Dropping : JournalProcess.Project],
        };
}
