using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Hosting.Lifetime;
using Journal.Features.Replay;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Recipients;

namespace Journal.Features.Search;

/// <summary>Prints what a search finds, the newest first, with the records around each hit if asked.</summary>
internal sealed class SearchCommand(JournalFolder folder, SearchQuery query, TextWriter output, TextWriter messages)
{
    public const string Text = "text";

    /// <summary>The number of hits after which it stops; 0 for none.</summary>
    public int Limit { get; init; }

    /// <summary>Records before and after each hit.</summary>
    public int Context { get; init; }

    public bool AsJson { get; init; }

    /// <param name="search">What finds.</param>
    /// <param name="key">Opens the records around hits.</param>
    /// <param name="cancellationToken">Ends it between two frames.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> RunAsync(LogSearch search, ReaderKey key, CancellationToken cancellationToken)
    {
        using var around = new RecordsAround(folder, key);
        var (hits, unproven, printed, isMore) = (0L, 0L, long.MaxValue, false);
        try
        {
            foreach (var found in search.Find(query, cancellationToken))
            {
                if (Limit > 0 && hits == Limit)
                {
                    isMore = true;
                    break;
                }

                hits++;
                unproven += found.IsProven ? 0 : 1;
                printed = await PrintAsync(found, around, printed);
            }
        }
        catch (RegexMatchTimeoutException)
        {
            await messages.WriteLineAsync(
                "The expression takes more than a second for one line. Write it without references and nested repetitions.");
            return ExitCode.NotDone;
        }

        await output.FlushAsync(CancellationToken.None);
        await messages.WriteLineAsync(Summary(search, hits, unproven, isMore));
        return search.Damaged > 0 || search.CheckpointProblem is not null ? ExitCode.Found
            : search.SegmentsForOthers > 0 && search.SegmentsOpened == 0 ? ExitCode.NotDone
            : ExitCode.Done;
    }

    /// <returns>The lowest sequence that was printed.</returns>
    private async Task<long> PrintAsync(FoundRecord found, RecordsAround around, long printed)
    {
        var sequence = found.Record.Sequence;
        if (Context == 0)
        {
            await WriteAsync(found.Record, found, ':');
            return sequence;
        }

        if (sequence >= printed)
        {
            return printed; // it was among the records around a newer hit
        }

        var last = Math.Min(sequence + Context, printed - 1);
        if (!AsJson && printed != long.MaxValue && last + 1 < printed)
        {
            await output.WriteLineAsync("--");
        }

        foreach (var record in around.Read(sequence - Context, last))
        {
            var isHit = record.Sequence == sequence || query.Select(record) == Selection.In;
            await WriteAsync(record, record.Sequence == sequence ? found : null, isHit ? ':' : '-');
        }

        return Math.Max(0, sequence - Context);
    }

    private async Task WriteAsync(LogRecord record, FoundRecord? found, char mark) =>
        await output.WriteLineAsync(AsJson ? Json(record, found, mark) : FoundText.Of(record, mark));

    private static string Json(LogRecord record, FoundRecord? found, char mark)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            RecordFormats.WriteFields(json, record);
            if (found is not null)
            {
                json.WriteNumber("frame", found.Frame);
                json.WriteBoolean("proven", found.IsProven);
            }
            else
            {
                json.WriteBoolean("context", mark == '-');
            }

            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private string Summary(LogSearch search, long hits, long unproven, bool isMore) =>
        $"{hits} line{(hits == 1 ? "" : "s")}{(isMore ? ", and there are more (--limit)" : "")}. {search.FramesRead} frames were read."
        + (search.CheckpointProblem is { } problem ? $" Nothing is proven: {problem}."
            : unproven > 0 ? $" {unproven} of the lines are not in the signed tree: a checkpoint covers a line after a second." : "")
        + (search.WithoutSeverity > 0 ? $" {search.WithoutSeverity} lines without a severity were left out." : "")
        + (search.SegmentsForOthers > 0 ? $" {search.SegmentsForOthers} segments are not for this key." : "")
        + (search.Damaged > 0 ? $" {search.Damaged} places are damaged: journal verify says more." : "")
        + (hits == 0 && query.From?.Sequence is { } first && JsonFields.TimeOf($"{first}") is { } time
            ? $" --from {first} is the number of a record: the time {time:yyyy-MM-dd'T'HH:mm:ss'Z'} is written @{first}." : "");
}
