using System.Buffers;
using Durable;
using Microsoft.Extensions.Options;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Sinks;

/// <summary>Appends alerts to a file: a line of JSON each, on the disk before the source continues.</summary>
internal sealed class FileSink(IOptions<FileSettings> settings) : ISink
{
    public const string Name = "file";

    /// <summary>A whole delivery may be larger than memory.</summary>
    private const int PieceBytes = 4 << 20;

    private readonly LineFile _file = new(
        settings.Value.Output ?? throw new InvalidDataException("The sink file needs Sigma:File:Output, the file to append to."))
    {
        MakesFolder = true,
    };

    /// <summary>Grows once to the size of a piece: large memory is expensive to allocate and to free.</summary>
    private readonly ArrayBufferWriter<byte> _lines = new();

    public Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        _lines.ResetWrittenCount();
        foreach (var alert in delivery.Alerts)
        {
            AlertJson.Write(_lines, alert);
            _lines.Write("\n"u8);
            if (_lines.WrittenCount >= PieceBytes)
            {
                Append();
            }
        }

        Append();
        return Task.FromResult<IReadOnlyList<DeadLetter>>([]);
    }

    private void Append()
    {
        _file.Append(_lines.WrittenSpan);
        _lines.ResetWrittenCount();
    }
}
