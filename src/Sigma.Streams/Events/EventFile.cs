using System.IO.Compression;
using System.Text;
using Sigma.Streams.Events.Formats;
using Sigma.Streams.Events.WindowsLogs;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Events;

/// <summary>A file of events that is being read, whatever its format.</summary>
internal sealed class EventFile : IDisposable
{
    private readonly Stream _stream;

    private EventFile(Stream stream, IRecordReader reader) => (_stream, Reader) = (stream, reader);

    public IRecordReader Reader { get; }

    /// <param name="file">Its path, or - for standard input.</param>
    /// <param name="input">Standard input.</param>
    /// <param name="format">Its format; null if it is to be detected.</param>
    /// <param name="unwrapper">Takes records out of containers.</param>
    public static EventFile Open(string file, Stream input, EventFormat? format, Unwrapper unwrapper)
    {
        var stream = Decode(EventFiles.Open(file, input));
        return new(stream, (format ?? FormatDetector.Detect(file, stream.Begin(FormatDetector.BeginBytes))) switch
        {
            EventFormat.Evtx => new EvtxReader(stream, file),
            EventFormat.Xml => new XmlEventsReader(stream, file),
            EventFormat.Csv => new CsvReader(stream, file, unwrapper),
            EventFormat.Auditd => new AuditdReader(stream, file),
            EventFormat.Syslog => new SyslogReader(stream, file, unwrapper),
            EventFormat.Access => new AccessLogReader(stream, file),
            EventFormat.Text => new TextLinesReader(stream, file),
            _ => new RecordSplitter(stream, file, unwrapper),
        });
    }

    public void Dispose() => _stream.Dispose();

    /// <summary>Decompresses gzip, and makes UTF-8 of UTF-16, which PowerShell writes.</summary>
    private static PeekedStream Decode(PeekedStream stream)
    {
        if (stream.Begin(2) is [0x1F, 0x8B])
        {
            stream = new(new GZipStream(stream, CompressionMode.Decompress));
        }

        return stream.Begin(2) switch
        {
            [0xFF, 0xFE] => new(Encoding.CreateTranscodingStream(stream, Encoding.Unicode, Encoding.UTF8)),
            [0xFE, 0xFF] => new(Encoding.CreateTranscodingStream(stream, Encoding.BigEndianUnicode, Encoding.UTF8)),

            // Without a mark: every format begins with ASCII.
            [not 0, 0] => new(Encoding.CreateTranscodingStream(stream, Encoding.Unicode, Encoding.UTF8)),
            [0, not 0] => new(Encoding.CreateTranscodingStream(stream, Encoding.BigEndianUnicode, Encoding.UTF8)),
            _ => stream,
        };
    }
}
