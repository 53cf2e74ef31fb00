using System.Buffers;
using Analyzer.Protos.V1;
using Google.Protobuf;

namespace Analyzer.Service.Features.Reports;

/// <summary>An <see cref="AnalysisReport"/> as it is sent: serialized once, however often it is asked for.</summary>
/// <param name="head">Shared: do not write to it.</param>
/// <param name="body">Follows the head; shared like it.</param>
internal sealed class WireReport(ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> body = default)
{
    /// <summary>For a call that is refused.</summary>
    public static WireReport None { get; } = new(default);

    public int Length => head.Length + body.Length;

    /// <summary>REPORT_FORM_JSON: the one field that holds the JSON, which is not copied.</summary>
    public static WireReport OfJson(ReadOnlyMemory<byte> json)
    {
        var head = new byte[CodedOutputStream.ComputeTagSize(AnalysisReport.JsonFieldNumber)
            + CodedOutputStream.ComputeLengthSize(json.Length)];
        using var output = new CodedOutputStream(head);
        output.WriteTag(AnalysisReport.JsonFieldNumber, WireFormat.WireType.LengthDelimited);
        output.WriteLength(json.Length);
        output.Flush();
        return new(head, json);
    }

    public void WriteTo(IBufferWriter<byte> output)
    {
        output.Write(head.Span);
        output.Write(body.Span);
    }
}
