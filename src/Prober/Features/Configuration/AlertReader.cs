using Prober.Features.Alerts;

namespace Prober.Features.Configuration;

/// <summary>The keys <c>channels</c> and <c>alert</c> of a target.</summary>
internal static class AlertReader
{
    private const int MaxCount = 1_000_000;
    private static readonly TimeSpan MinEscalation = TimeSpan.FromSeconds(1);

    public static AlertPolicy Read(ConfigSection section, AlertPolicy defaults, SharedParts shared)
    {
        var policy = !section.List("channels").Any()
            ? defaults
            : defaults with { Channels = Channels(section, shared) };
        if (section.Map("alert") is not { } alert)
        {
            return shared.Same(policy);
        }

        var strategy = policy.Strategy;
        if (alert.Text("strategy") is { } text
            && (!Enum.TryParse(text, ignoreCase: true, out strategy) || !Enum.IsDefined(strategy)))
        {
            alert.Add(alert.LineOf("strategy"), "strategy has to be regular, increment or exponent");
        }

        policy = policy with
        {
            Strategy = strategy,
            Factor = alert.Number("factor", policy.Factor, 1, MaxCount, zeroIsDefault: true),
            Max = alert.Number("max", policy.Max, 1, MaxCount, zeroIsDefault: true),
        };
        if (alert.Map("escalate") is { } escalate)
        {
            var after = escalate.Duration("after", TimeSpan.FromMinutes(15), MinEscalation);
            policy = policy with { Escalation = new(after, Channels(escalate, shared)) };
            escalate.End();
        }

        alert.End();
        return shared.Same(policy);
    }

    private static IReadOnlyList<string> Channels(ConfigSection section, SharedParts shared)
    {
        var channels = NotifyReader.Channels(section);
        return shared.Of(string.Join('\0', channels), () => channels);
    }
}
