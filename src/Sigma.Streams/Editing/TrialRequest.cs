using System.Text.Json;
using Hosting.Errors;

namespace Sigma.Streams.Editing;

/// <summary>A rule to be tried.</summary>
/// <param name="Rule">Its text.</param>
/// <param name="Events">Events in any format that files may have.</param>
/// <param name="Explain">Whether each leaf of the condition is wanted with its verdict.</param>
internal sealed record TrialRequest(string Rule, string Events, bool Explain = false)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);

    /// <param name="body">The request, as JSON.</param>
    public static Result<TrialRequest> Parse(ReadOnlyMemory<byte> body)
    {
        try
        {
            if (JsonSerializer.Deserialize<TrialRequest>(body.Span, Json) is { Rule: not null, Events: not null } request)
            {
                return request;
            }
        }
        catch (JsonException)
        {
            // The same answer as for a request without one of them.
        }

        return new Error(EditErrors.Invalid, "Send {\"rule\": TEXT, \"events\": TEXT}, and \"explain\": true for the reasons.");
    }
}
