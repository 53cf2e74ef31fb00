using Prober.Features.Quorums;

namespace Prober.Features.Configuration;

/// <summary>The section <c>quorum</c>.</summary>
internal static class QuorumReader
{
    public const int MinProbers = 2;
    public const int MaxProbers = 16;
    private const int MinToken = 16;

    /// <returns>Null when it is wrong; it is reported.</returns>
    public static QuorumDefinition? Read(ConfigSection quorum)
    {
        var token = quorum.Required("token", "\"${QUORUM_TOKEN}\"");
        if (token.Length is > 0 and < MinToken)
        {
            quorum.Add(quorum.LineOf("token"), $"token needs at least {MinToken} characters: who has it decides the states of all targets");
        }

        var probers = new List<QuorumProber>();
        foreach (var section in quorum.Sections("probers"))
        {
            var name = section.Name("berlin");
            if (section.Address("url", section.Required("url", "https://berlin.example.com:8443"), "http", "https") is { } url)
            {
                probers.Add(new(name, url));
            }

            if (probers.Count(prober => prober.Name == name) > 1)
            {
                section.Add(section.Line, $"two probers have the name {name}");
            }

            section.End();
        }

        if (probers.Count is < MinProbers or > MaxProbers)
        {
            quorum.Add(quorum.LineOf("probers"), $"probers has to be a list of {MinProbers} to {MaxProbers} probers, this one included");
        }

        var needed = quorum.Number("need", (probers.Count / 2) + 1, 1, Math.Max(1, probers.Count));
        var roots = CertificateReader.Roots(quorum, "ca");
        quorum.End();
        return probers.Count >= MinProbers ? new(needed, token, probers, roots) : null;
    }
}
