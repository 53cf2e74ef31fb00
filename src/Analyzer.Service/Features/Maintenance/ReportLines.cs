using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Analyzer.Service.Features.Maintenance;

/// <summary>Cuts a stream into lines, in memory that does not grow with it.</summary>
internal static class ReportLines
{
    /// <summary>Bytes. A report has about 1 KB; one that tells of as many names, links and scripts as it may has half of this.</summary>
    public const int MaxLength = 1 << 20;

    private static readonly StreamPipeReaderOptions Options = new(bufferSize: 64 * 1024, leaveOpen: true);

    /// <returns>All but empty lines; the last may lack its line break.</returns>
    public static async IAsyncEnumerable<ReportLine> ReadAsync(Stream stream, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var reader = PipeReader.Create(stream, Options);
        var number = 1L;
        var tooLong = false;
        while (true)
        {
            // Waits beside the token: a read of a terminal or a pipe cannot be called back, only left behind.
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
