using System.Text;

namespace Analyzer.Service.Tests.Executable;

/// <summary>The lab's endpoints are no part of the service: not switched off, but not there.</summary>
public sealed class PublishedServiceTests
{
    [Fact]
    public void Folder_OfTheService_HasNoAssemblyOfTheLab()
    {
        Directory.GetFiles(ServiceExecutable.Folder).Select(Path.GetFileName)
            .ShouldNotContain(name => name!.Contains(".Lab.", StringComparison.Ordinal));
        File.ReadAllText(Path.Combine(ServiceExecutable.Folder, "analyzer.deps.json")).ShouldNotContain("Hosting.Lab");
    }

    [Theory]
    [InlineData("analyzer.dll")]
    [InlineData("Hosting.dll")]
    public void Assembly_OfTheService_NamesNoCeilings(string assembly)
    {
        var bytes = File.ReadAllBytes(Path.Combine(ServiceExecutable.Folder, assembly));

        bytes.AsSpan().IndexOf(Encoding.Unicode.GetBytes("/ceilings/")).ShouldBe(-1); // as string literals are stored
        bytes.AsSpan().IndexOf("Ceilings"u8).ShouldBe(-1); // as names are stored
    }

    [Theory]
    [InlineData("/ceilings/empty")]
    [InlineData("/ceilings/process")]
    [InlineData("/ceilings/build")]
    [InlineData("/ceilings/pool")]
    public async Task Get_EndpointOfTheLab_IsNotThere(string path)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var response = await http.GetAsync(path, TestContext.Current.CancellationToken).Within();

        response.StatusCode.ShouldBe(System.Net.HttpStatusCode.NotFound);
    }
}
