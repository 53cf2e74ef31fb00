using System.Text.Json;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Features.Storage;

/// <summary>Records that the journal itself writes about what people did to the log.</summary>
internal static class OwnRecords
{
    /// <param name="writer">The log's writer.</param>
    /// <param name="source">The command that people gave.</param>
    /// <param name="content">Becomes a line of JSON.</param>
    /// <param name="time">Gives the time of arrival.</param>
    /// <param name="cancellationToken">Ends waiting.</param>
    /// <returns>The record's frame, which is on the disk.</returns>
    public static async Task<FrameHeader> WriteAsync(
        JournalWriter writer, RecordSource source, object content, TimeProvider time, CancellationToken cancellationToken)
    {
        var line = JsonSerializer.SerializeToUtf8Bytes(content);
        var length = Math.Min(line.Length, RecordBatch.MaxMessageBytes);
        RecordTicket ticket;
        while (!writer.Intake.TryAdd(source, line.AsSpan(0, length), RecordMarks.Json, Clock.Microseconds(time), true, out ticket))
        {
            await writer.Intake.WaitForRoomAsync(cancellationToken);
        }

        return await ticket.Frame.WaitAsync(cancellationToken);
    }
}
