namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class ThreeNodes() : RealElasticsearch(new ElasticsearchCluster { Nodes = 3 });
