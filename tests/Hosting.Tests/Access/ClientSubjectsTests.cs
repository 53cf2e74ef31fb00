using System.Text;
using Hosting.Access;
using Hosting.CommandLine;
using Microsoft.Extensions.Configuration;

namespace Hosting.Tests.Access;

/// <summary>The setting of certificates' names and their scopes, from each source that a host reads.</summary>
public sealed class ClientSubjectsTests
{
    [Theory]
    [InlineData("--Hello:ClientSubjects:gateway=submit,read", "gateway", "submit,read")]
    [InlineData("--Hello:ClientSubjects:CN=gateway=read", "CN=gateway", "read")]
    [InlineData("--Hello:ClientSubjects:DNS=gw.example.org=read", "DNS=gw.example.org", "read")]
    [InlineData("--Hello:ClientSubjects:URI=spiffe://example.org/gw=submit,read", "URI=spiffe://example.org/gw", "submit,read")]
    [InlineData("--Hello:ClientSubjects:URI=urn:a?b=c=read", "URI=urn:a?b=c", "read")]
    [InlineData("--Hello:ClientSubjects:URI:spiffe://example.org/gw=submit,read", "URI:spiffe://example.org/gw", "submit,read")]
    public void Read_CommandLine_FindsNameAndScopes(string argument, string name, string scopes)
    {
        var split = HostArguments.Split([argument]);

        Read(new ConfigurationBuilder().AddCommandLine(split.Settings)).ShouldBe([new(name, scopes)]);
    }

    [Fact]
    public void Read_Json_FindsAll()
    {
        var json = """
            {"Hello": {"ClientSubjects": {
                "gateway": "submit,read", "URI=spiffe://example.org/gw": "read", "URI=spiffe://example.org/ns/b": "submit",
                "DNS=a.b": "read"
            }}}
            """;

        Read(new ConfigurationBuilder().AddJsonStream(new MemoryStream(Encoding.UTF8.GetBytes(json)))).ShouldBe(
            [
                new("DNS=a.b", "read"), new("gateway", "submit,read"), new("URI=spiffe://example.org/gw", "read"),
                new("URI=spiffe://example.org/ns/b", "submit"),
            ],
            ignoreOrder: true);
    }

    [Theory]
    [InlineData("root")]
    [InlineData("")]
    public void Create_ScopeThatDoesNotExist_IsRefused(string scopes) =>
        Should.Throw<InvalidDataException>(() => new ClientSubjects(new Dictionary<string, string> { ["URI=a:b"] = scopes }))
            .Message.ShouldContain("The scopes of the subject URI=a:b have to be");

    private static Dictionary<string, string> Read(IConfigurationBuilder builder) =>
        ClientSubjects.Read(builder.Build().GetSection("Hello:ClientSubjects"));
}
