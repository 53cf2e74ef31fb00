using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Analyzer.Service.Features.Commands;

/// <summary>Splits a stream into lines, with limited memory.</summary>
internal static class ReportLines
{
    /// <summary>In bytes. An ordinary report has about 1 KB; the largest possible has half of this limit.</summary>
    public const int MaxLength = 1 << 20;

    private static readonly StreamPipeReaderOptions Options = new(bufferSize: 64 * 1024, leaveOpen: true);

    /// <returns>All lines except empty ones; the last may lack its line break.</returns>
    public static async IAsyncEnumerable<ReportLine> ReadAsync(Stream stream, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var reader = PipeReader.Create(stream, Options);
        var number = 1L;
        var tooLong = false;
        while (true)
        {
            // Waits for the token too, because a read from a terminal or a pipe cannot be cancelled, only abandoned.
            var read = await reader.ReadAsync(cancellationToken).AsTask().WaitAsync(cancellationToken);
            var rest = read.Buffer;
            while (rest.PositionOf((byte)'\n') is { } end)
            {
                var line = Line(number++, rest.Slice(0, end), ref tooLong);
                rest = rest.Slice(rest.GetPosition(1, end));
                if (line is { Utf8: null or { Length: > 0 } })
                {
                    yield return line;
                }
            }

            if (read.IsCompleted)
            {
                if (tooLong || !rest.IsEmpty)
                {
                    yield return Line(number, rest, ref tooLong);
                }

                break;
            }

            if (tooLong || rest.Length > MaxLength)
            {
                tooLong = true;
                reader.AdvanceTo(rest.End);
            }
            else
            {
                reader.AdvanceTo(rest.Start, rest.End);
            }
        }

        await reader.CompleteAsync();
    }

    private static ReportLine Line(long number, ReadOnlySequence<byte> bytes, ref bool tooLong)
    {
        var line = new ReportLine(number, tooLong || bytes.Length > MaxLength ? null : bytes.ToArray());
        tooLong = false;
        return line;
    }
}

/// <summary>A line of an export.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Utf8">Without the line break; null when it was too long to be kept.</param>
internal readonly record struct ReportLine(long Number, byte[]? Utf8);
