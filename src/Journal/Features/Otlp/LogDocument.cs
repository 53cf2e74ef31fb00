using System.Buffers;

namespace Journal.Features.Otlp;

/// <summary>
/// How a log record is stored: as the OTLP/JSON of a request that has it alone, which is a line of OTLP's File Exporter. It can be sent
/// again as it is.
/// </summary>
internal sealed class LogDocument
{
    /// <summary>What is shared is written first, unless it is so long that the record itself would be cut.</summary>
    private const int MaxSharedFirst = 16 << 10;

    private readonly ArrayBufferWriter<byte> _document = new();

    /// <param name="resource">The members that the logs of the resource share; may be empty, as all parts.</param>
    /// <param name="scope">The members that the logs of the scope share.</param>
    /// <param name="record">The object of the record.</param>
    /// <param name="wire">The request that JSON cannot tell all of, as protobuf; empty when it can.</param>
    /// <returns>Valid until the next call.</returns>
    public ReadOnlyMemory<byte> Make(
        ReadOnlySpan<byte> resource, ReadOnlySpan<byte> scope, ReadOnlySpan<byte> record, ReadOnlySpan<byte> wire = default)
    {
        _document.ResetWrittenCount();
        _document.Write("{\"resourceLogs\":[{"u8);
        if (resource.Length + scope.Length <= MaxSharedFirst)
        {
            WriteMembers(resource, isLast: false);
            _document.Write("\"scopeLogs\":[{"u8);
            WriteMembers(scope, isLast: false);
            _document.Write("\"logRecords\":["u8);
            _document.Write(record);
            _document.Write("]}]"u8);
        }
        else
        {
            _document.Write("\"scopeLogs\":[{\"logRecords\":["u8);
            _document.Write(record);
            _document.Write("]"u8);
            WriteMembers(scope, isLast: true);
            _document.Write("}]"u8);
            WriteMembers(resource, isLast: true);
        }

        _document.Write("}]"u8);
        if (!wire.IsEmpty)
        {
            _document.Write(",\"protobuf\":\""u8);
            _document.Write(System.Text.Encoding.ASCII.GetBytes(Convert.ToBase64String(wire)));
            _document.Write("\""u8);
        }

        _document.Write("}"u8);
        return _document.WrittenMemory;
    }

    private void WriteMembers(ReadOnlySpan<byte> members, bool isLast)
    {
        if (!members.IsEmpty)
        {
            _document.Write(isLast ? ","u8 : default);
            _document.Write(members);
            _document.Write(isLast ? default : ","u8);
        }
    }
}
