using System.Text.Json;
using System.Text.RegularExpressions;

namespace Prober.Engine.Probing.Http;

/// <summary>Checks status and body.</summary>
internal static class ContentCheck
{
    private const int MaxShown = 256;

    /// <param name="isSecure">Whether the final request was over TLS.</param>
    /// <param name="valuesOf">The values of a header.</param>
    /// <param name="type">The type of the content, which may name its charset.</param>
    /// <param name="isCut">Whether the content is only the beginning of the body.</param>
    public static void Apply(
        HttpProbeSettings settings, bool isSecure, Func<string, IReadOnlyList<string>> valuesOf, string? encoding, string? type,
        ReadOnlyMemory<byte> content, bool isCut, ProbeResult result)
    {
        result.HasBrokenRule = settings.Rule is null ? null : false;
        if (!settings.SuccessCodes.Any(codes => result.Status >= codes.From && result.Status <= codes.To))
        {
            result.Fail(FailureClass.Status, $"The status is {result.Status}.");
        }
        else if (settings.ValidVersions.Count > 0 && !settings.ValidVersions.Contains(result.HttpVersion))
        {
            result.Fail(FailureClass.Protocol, $"The response is HTTP/{result.HttpVersion}, which is none of the valid versions.");
        }
        else if (settings.NeedsTls is { } needsTls && needsTls != isSecure)
        {
            result.Fail(FailureClass.Content, needsTls ? "The final request is not over TLS." : "The final request is over TLS.");
        }
        else if (settings.HeaderRules.Select(rule => rule.Problem(valuesOf(rule.Name)))
            .FirstOrDefault(one => one is not null) is { } problem)
        {
            result.Fail(FailureClass.Content, problem);
        }
        else if (settings.NeedsContent && ContentText.Of(encoding, type, content, settings.MaxBody, ref isCut, result) is { } text)
        {
            Look(settings, text, isCut, result);
        }
    }

    private static void Look(HttpProbeSettings settings, string text, bool isCut, ProbeResult result)
    {
        try
        {
            var isFound = (settings.Contain?.IsMatch(text) ?? true) && settings.AlsoContain.All(wanted => wanted.IsMatch(text));
            if (settings.NotContain is { } unwanted && unwanted.IsMatch(text))
            {
                result.Fail(FailureClass.Content, $"The body contains the forbidden text.{Beginning(settings, text)}");
            }
            else if (isCut && (!isFound || settings.NotContain is not null || settings.Json.Count > 0 || settings.Rule is not null))
            {
                result.Fail(FailureClass.MaxBody, $"The body is longer than max_body ({settings.MaxBody} bytes), and not decided by then.");
            }
            else if (!isFound)
            {
                result.Fail(FailureClass.Content, $"The body lacks the required text.{Beginning(settings, text)}");
            }
            else if (settings.Json.Count > 0 && Problem(settings.Json, text) is { } problem)
            {
                result.Fail(FailureClass.Content, problem);
            }
            else if (settings.Rule?.Problem(text, settings.ShowsContent) is { } broken)
            {
                result.HasBrokenRule = true;
                result.Fail(FailureClass.Content, broken);
            }
        }
        catch (RegexMatchTimeoutException)
        {
            result.Fail(FailureClass.Content, "The regular expression takes too long on this body.");
        }
    }

    /// <summary>The beginning of the body for a message, on one line.</summary>
    private static string Beginning(HttpProbeSettings settings, string text)
    {
        if (!settings.ShowsContent)
        {
            return "";
        }

        return $" It begins: {OneLine.Of(text, MaxShown)}";
    }

    private static string? Problem(IReadOnlyList<JsonValue> values, string text)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            return values.Select(value => value.Problem(document.RootElement)).FirstOrDefault(problem => problem is not null);
        }
        catch (JsonException)
        {
            return "The body is not JSON.";
        }
    }
}
