using System.Net;
using System.Net.Sockets;
using Load.Measuring;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Analyzer.Transports.Rest;

namespace Load.Tests.Systems.Analyzer.Transports.Rest;

public sealed class RestResponseTests
{
    [Theory]
    [InlineData(SocketError.AddressNotAvailable, true)]
    [InlineData(SocketError.ConnectionRefused, false)]
    public void None_NoConnection_TellsWhetherItWasTheClientsPorts(SocketError error, bool isPorts)
    {
        var answer = RestResponse.None(new SocketException((int)error), TestContext.Current.CancellationToken).ShouldNotBeNull();

        answer.Kind.ShouldBe(AnalyzerResponseKind.Failed);
        (answer.Fault == Validity.NoFreePort).ShouldBe(isPorts, answer.Fault);
    }

    [Theory]
    [InlineData(HttpStatusCode.NotFound, nameof(AnalyzerResponseKind.Declined))]
    [InlineData(HttpStatusCode.Unauthorized, nameof(AnalyzerResponseKind.WithoutKey))]
    [InlineData(HttpStatusCode.Forbidden, nameof(AnalyzerResponseKind.Failed))]
    public void Empty_Problem_TellsAMissingReportFromAWrongKey(HttpStatusCode status, string kind) =>
        $"{RestResponse.Empty(status, "{}"u8).Kind}".ShouldBe(kind);
}
