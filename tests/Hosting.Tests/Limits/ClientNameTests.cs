using System.Net;
using Hosting.Access;
using Hosting.Limits;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Limits;

public sealed class ClientNameTests
{
    /// <summary>A gateway on the host's machine, which asks nobody for a key, is no one client: those are that it names.</summary>
    [Theory]
    [InlineData("127.0.0.1", null, null)]
    [InlineData("127.0.0.1", "key:abc", "key:abc")]
    [InlineData("127.0.0.1", "192.0.2.1", "192.0.2.1")]
    [InlineData("127.0.0.1", "127.0.0.2", null)]
    [InlineData("::1", "::1", null)]
    [InlineData("192.0.2.7", "key:abc", "192.0.2.7")]
    public void OfAnother_NamedByOneWhoIsNotTrusted_CountsWhereNothingWouldBe(string from, string? named, string? counted)
    {
        var context = new DefaultHttpContext { Connection = { RemoteIpAddress = IPAddress.Parse(from) } };
        context.Request.Headers[AccessOptions.ClientField] = named;

        new TrustedProxies(Options.Create(new AccessOptions())).Believe(context);

        ClientName.OfAnother(context).ShouldBe(counted);
        ClientName.Of(context).ShouldBe(from, "nothing else believes it");
    }
}
