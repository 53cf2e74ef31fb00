using System.Net;

namespace Hosting.Access;

/// <summary>Addresses and networks as settings name them.</summary>
public static class Networks
{
    /// <param name="text">An address, such as 10.0.0.7 or ::1, or a network, such as 10.0.0.0/8.</param>
    /// <param name="network">The network; of a single address, one that holds only it.</param>
    public static bool TryParse(string text, out IPNetwork network)
    {
        if (IPNetwork.TryParse(text, out network))
        {
            return true;
        }

        if (!IPAddress.TryParse(text, out var address))
        {
            return false;
        }

        network = new(address, address.GetAddressBytes().Length * 8);
        return true;
    }

    /// <param name="networks">The networks.</param>
    /// <param name="address">An IPv4 address on an IPv6 socket counts as the IPv4 address that it is.</param>
    public static bool Contain(IReadOnlyList<IPNetwork> networks, IPAddress address)
    {
        var plain = address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
        return networks.Any(network => network.Contains(plain));
    }
}
