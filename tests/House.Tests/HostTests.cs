using System.Text.RegularExpressions;
using House.Tests.Sources;

namespace House.Tests;

public sealed partial class HostTests
{
    /// <summary>A host that others can reach asks for a certificate, and has to have a port that shows it.</summary>
    [Fact]
    public void Hosts_All_DeclareAListenerForHttpOverTls()
    {
        var hosts = (from project in HouseProject.All
                     where !project.IsTest && !project.IsSubstitute && project.Folder.Contains("/src/")
                     from file in project.Files
                     where Declaration().IsMatch(file.Code)
                     select (project.Name, file)).ToList();

        hosts.Select(host => host.Name).Order().ShouldBe(["Analyzer.Service", "Gateway", "Journal", "Prober", "Sigma.Streams"]);
        hosts.ShouldAllBe(host => Tls().IsMatch(host.file.Code));
    }

    [GeneratedRegex(@"\.AddHostSettings\(Host\)")]
    private static partial Regex Declaration();

    [GeneratedRegex(@"\bListener\.Tls\(")]
    private static partial Regex Tls();
}
