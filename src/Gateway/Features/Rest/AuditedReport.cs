using System.Text.Json;
using Google.Protobuf;
using Hosting.Audit;

namespace Gateway.Features.Rest;

/// <summary>
/// Puts the verdict on an upload into the gateway's audit trail too: should the analyzer be killed before its own line is stored, the
/// answer that a client got is still on record. While the trail is off, nothing is read.
/// </summary>
internal static class AuditedReport
{
    public static void AuditTarget(this HttpContext context, string sha256, ByteString report)
    {
        if (context.Features.Get<AuditedCall>() is { } call)
        {
            (call.Target, call.Result) = (sha256, VerdictOf(report.Span));
        }
    }

    private static string? VerdictOf(ReadOnlySpan<byte> report)
    {
        var json = new Utf8JsonReader(report);
        while (json.Read())
        {
            if (json.CurrentDepth == 1 && json.TokenType == JsonTokenType.PropertyName)
            {
                var isVerdict = json.ValueTextEquals("verdict"u8);
                json.Read();
                if (isVerdict)
                {
                    return json.TokenType == JsonTokenType.String ? json.GetString() : null;
                }

                json.Skip();
            }
        }

        return null;
    }
}
