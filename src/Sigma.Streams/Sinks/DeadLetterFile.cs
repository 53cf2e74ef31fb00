using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using Durable;
using Microsoft.Extensions.Options;
using Sigma.Streams.Flow;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Sinks;

/// <summary>Dead letters in a file of the data folder: a line each, with reason, source and offset.</summary>
internal sealed class DeadLetterFile(IOptions<SigmaOptions> options, IOptions<SigmaLimits> limits) : ISink
{
    public const string Name = "dead-letters";

    /// <summary>A whole delivery may be larger than memory.</summary>
    private const int PieceBytes = 4 << 20;

    private static readonly JsonWriterOptions Relaxed = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly LineFile _file = new(Path.Combine(options.Value.DataDirectory, "dead-letters.ndjson"))
    {
        MaxBytes = limits.Value.MaxDeadLetterBytes,
        MakesFolder = true,
    };

    public Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        var lines = new ArrayBufferWriter<byte>();
        foreach (var letter in delivery.DeadLetters)
        {
            Write(lines, letter);
            lines.Write("\n"u8);
            if (lines.WrittenCount >= PieceBytes)
            {
                _file.Append(lines.WrittenSpan);
                lines.ResetWrittenCount();
            }
        }

        _file.Append(lines.WrittenSpan);
        return Task.FromResult<IReadOnlyList<DeadLetter>>([]);
    }

    private static void Write(IBufferWriter<byte> lines, DeadLetter letter)
    {
        using var json = new Utf8JsonWriter(lines, Relaxed);
        json.WriteStartObject();
        json.WriteString("reason"u8, letter.Reason);
        json.WriteString("detail"u8, letter.Detail);
        json.WriteString("source"u8, letter.Source);
        json.WriteNumber("partition"u8, letter.Partition);
        json.WriteNumber("offset"u8, letter.Offset);
        if (letter.Inside is { } inside)
        {
            json.WriteNumber("inside"u8, inside);
        }

        json.WriteString("time"u8, letter.Time);
        if (System.Text.Unicode.Utf8.IsValid(letter.Bytes.Span))
        {
            json.WriteString("text"u8, letter.Bytes.Span);
        }
        else
        {
            json.WriteBase64String("base64"u8, letter.Bytes.Span);
        }

        json.WriteEndObject();
    }
}
