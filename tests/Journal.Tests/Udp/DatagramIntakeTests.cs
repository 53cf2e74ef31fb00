using System.Net;
using System.Text;
using Journal.Features.Udp;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests.Udp;

public sealed class DatagramIntakeTests
{
    /// <summary>A stranger chooses addresses and names freely: their numbers are bounded over all senders.</summary>
    [Theory]
    [InlineData(10, 8)]
    [InlineData(70, 0)]
    public async Task Take_HostsWithoutEnd_ForgetsTheirNumbers(int senders, long missing)
    {
        await using var host = await JournalHost.StartAsync();
        var intake = host.Services.GetRequiredService<IDatagramIntake>();
        intake.Take(Numbered("first", 1), AddressOf(0));

        for (var sender = 1; sender <= senders; sender++)
        {
            for (var name = 0; name < 1000; name++)
            {
                intake.Take(Numbered($"host-{name}", 1), AddressOf(sender));
            }
        }

        intake.Take(Numbered("first", 10), AddressOf(0));
        host.Writer.Losses.Missing.ShouldBe(missing);
    }

    [Theory]
    [InlineData("{\"level\":50}\n{\"level\":40}\n", 2)]
    [InlineData("{\"level\":50}\n{\"level\":40}", 2)]
    [InlineData("{\"level\":50}\n", 1)]
    [InlineData("{\"level\":50}\n{\"level\":", 1)]
    [InlineData("{\n\"a\":{}\n}", 1)]
    [InlineData("{a}\n{b}", 1)]
    public async Task Take_LinesOfJson_AreAMessageEach(string datagram, int expected)
    {
        await using var host = await JournalHost.StartAsync();

        host.Services.GetRequiredService<IDatagramIntake>().Take(Encoding.UTF8.GetBytes(datagram), AddressOf(0));

        await host.UntilAsync(expected);
        host.Writer.NextSequence.ShouldBe(expected);
        string.Join('\n', host.Lines()).ShouldBe(expected == 1 ? datagram : datagram.TrimEnd('\n'));
    }

    private static byte[] Numbered(string host, int number) =>
        Encoding.ASCII.GetBytes($"<13>1 - {host} a - - [meta sequenceId=\"{number}\"] x");

    private static SocketAddress AddressOf(int sender) => new IPEndPoint(IPAddress.Loopback, 1000 + sender).Serialize();
}
