using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Watching;

namespace Prober.Features.Probing;

/// <summary>The steps of a probe for a person, as comments before its series: <c>debug=true</c>.</summary>
internal static class ProbeSteps
{
    public static string Of(TargetDefinition definition, string? module, ProbeResult result, TimeSpan timeout)
    {
        var text = new StringBuilder();
        Add($"{definition.Kind} {definition.Probe.Endpoint}, module {module ?? definition.Kind}, time-out {Seconds(timeout)}");
        Add($"resolved in {Seconds(result.Resolving)}: {result.Address?.ToString() ?? "no address"}{(result.IsStale ? ", stale" : "")}");
        Add($"connected in {Seconds(result.Connecting)}");
        if (result.Certificate is { } certificate)
        {
            Add($"handshake in {Seconds(result.Handshaking)}: {certificate.Protocol} {certificate.Subject}, until {certificate.NotAfter:u}");
        }

        if (result.Processing > TimeSpan.Zero)
        {
            Add($"answered in {Seconds(result.Processing)}");
        }

        if (result.Status > 0)
        {
            Add($"HTTP/{result.HttpVersion} {result.Status}, {result.Redirects} redirects, {result.ContentLength} bytes of body (-1: not read)");
        }

        if (result.Dns is { } dns)
        {
            Add($"records: {dns.Answers} answers, {dns.Authorities} authorities, {dns.Additionals} additionals");
        }

        Add(result.IsGood ? $"success after {Seconds(result.Duration)}"
            : $"{result.Failure} after {Seconds(result.Duration)}{(result.Failure.IsEvidence() ? "" : " (no evidence)")}: {result.Message}");
        return $"{text}";

        void Add(string line) => text.Append("# ").Append(string.Concat(line.Where(letter => !char.IsControl(letter)))).Append('\n');
    }

    private static string Seconds(TimeSpan span) => FormattableString.Invariant($"{span.TotalSeconds:0.######} s");
}
