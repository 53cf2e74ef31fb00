using Prober.Engine.Probing;
using Prober.Features.Configuration.Clients.Shell;

namespace Prober.Features.Configuration.Clients.Ssh;

/// <summary>The servers of <c>ssh</c> and <c>host</c>, and the bastions in front of them.</summary>
internal static class SshReader
{
    public static Dictionary<string, SshEndpoint?> Bastions(ConfigSection map)
    {
        var bastions = new Dictionary<string, SshEndpoint?>();
        foreach (var (name, section) in map.Map("bastion") is null ? [] : map.Maps("bastion"))
        {
            section.TakesUnready = true;
            var bastion = SshEndpoint.Read(section);
            section.End();
            bastions.Add(name, section.NotReady is null ? bastion : null);
        }

        return bastions;
    }

    /// <returns>Null when it is wrong, which is then reported.</returns>
    public static IProbe? Read(
        string kind, ConfigSection section, IReadOnlyDictionary<string, SshEndpoint?> bastions, SharedParts shared)
    {
        var server = SshEndpoint.Read(section);
        SshEndpoint? bastion = null;
        if (section.Text("bastion") is { } named && (!bastions.TryGetValue(named, out bastion) || bastion is null))
        {
            section.Unready("bastion", $"there is no bastion {named} above that can be used");
        }

        var command = section.Text("cmd");
        section.Flag("nolinger");
        string[] arguments = [.. section.Texts("args")];
        var variables = ShellReader.Variables(section);
        var check = ShellReader.Check(section);
        if (kind == "host")
        {
            var limits = HostLimits.Read(section);
            return server is null ? null : new SshProbe("host", new(server, bastion, shared.Hosts), limits.Command, limits.Judge);
        }

        return server is null ? null : new SshProbe(
            "ssh", new(server, bastion, shared.Hosts), SshProbe.CommandOf(command ?? "", arguments, variables),
            (code, output, result) =>
            {
                if (code != 0)
                {
                    result.Fail(FailureClass.Status, $"The command ended with {code}.{check.Beginning(output)}");
                    return;
                }

                check.Apply(output, result);
            });
    }
}
