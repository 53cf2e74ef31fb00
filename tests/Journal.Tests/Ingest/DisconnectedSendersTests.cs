using System.Text;
using Journal.Features.Ingest;
using Journal.Log.Frames;

namespace Journal.Tests.Ingest;

public sealed class DisconnectedSendersTests
{
    /// <summary>A stranger with many addresses, and many names from each, does not fill the memory.</summary>
    [Fact]
    public void Leave_MoreHostsThanAreKept_ForgetsTheEarlierSenders()
    {
        var left = new DisconnectedSenders();
        for (var number = 1; number <= 100; number++)
        {
            var numbers = new SenderNumbers();
            for (var host = 0; host < 1000; host++)
            {
                numbers.WindowOf(Encoding.ASCII.GetBytes($"<13>1 - host-{host} a - - [meta sequenceId=\"1\"] x"));
            }

            numbers.Hosts.ShouldBe(1000);
            left.Leave(SenderOf(number), numbers);
        }

        left.Take(SenderOf(1)).ShouldBeNull();
        left.Take(SenderOf(100)).ShouldNotBeNull();
        left.Take(SenderOf(100)).ShouldBeNull();
    }

    [Fact]
    public void Leave_TwoOfOneAddress_SaysNothingOfEither()
    {
        var left = new DisconnectedSenders();
        left.Leave(SenderOf(1), new());
        left.Leave(SenderOf(1), new());

        left.Take(SenderOf(1)).ShouldBeNull();
    }

    private static Sender SenderOf(int number) => new(new RecordSource(SourceKind.Tcp, $"10.0.0.{number}:514"));
}
